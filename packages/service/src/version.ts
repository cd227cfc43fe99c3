/** The version of this package, as it is installed. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../realtime-server/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const VERSION: string = manifest.version;
