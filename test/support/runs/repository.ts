import { resolve } from 'node:path';

/** The folder of the root package.json. Paths from here stay valid when a test moves. */
export const ROOT = resolve(import.meta.dirname, '../../..');
/** Where failed tests and runs write their artifacts. */
export const ARTIFACTS = resolve(ROOT, 'test/.artifacts');
