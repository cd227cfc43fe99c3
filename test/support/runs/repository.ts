/** The folder of the root package.json: paths from here stay right when a test moves. */
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
/** Where failed tests and runs leave what explains them. */
export const ARTIFACTS = resolve(ROOT, 'test/.artifacts');
