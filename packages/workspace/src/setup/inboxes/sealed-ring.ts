/** Identity keys as they are stored: sealed. Loaded before the server serves, so it needs little. */
import { type KeyRing, readRing } from '@service/realtime-server/identity';
import type { MasterKey } from '../../database/secrets/master-key.js';

const about = (inboxId: string): string => `inbox:${inboxId}:identity-keys`;

export const sealRing = (masterKey: MasterKey, inboxId: string, ring: KeyRing): string =>
  masterKey.seal(JSON.stringify(ring), about(inboxId));

/** @throws when they were sealed by another master key */
export function openRing(masterKey: MasterKey, inboxId: string, sealed: string | null): KeyRing {
  if (sealed === null) return [];
  const reading = readRing(masterKey.open(sealed, about(inboxId)));
  if (!reading.ok) throw new Error(`The identity keys of ${inboxId} can't be read: ${reading.problem}`);
  return reading.ring;
}
