/**
 * A client id as the client core makes it, a UUIDv7, in a tenth of the time: the load generator shares its cores with the
 * server that is measured.
 */
import { randomUUID } from 'node:crypto';

export function clientIdOf(nowMs: number): string {
  const made = nowMs.toString(16).padStart(12, '0');
  return `${made.slice(0, 8)}-${made.slice(8)}-7${randomUUID().slice(15)}`;
}
