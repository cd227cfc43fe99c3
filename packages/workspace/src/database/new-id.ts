import { randomBytes } from 'node:crypto';
import { clientId } from '@service/protocol';

/** `prefix_` and a UUIDv7: ids made later sort later. `now` is Unix milliseconds. */
export const newId = (prefix: string, now: number): string => `${prefix}_${clientId(now, randomBytes)}`;
