/** A folder of its own for the database of a test. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const folder = (): string => mkdtempSync(join(tmpdir(), 'service-store-'));
