/**
 * The secret with which requests to an inbox's own service are signed: the file `agent.secret` in the inbox's folder. It
 * never goes into `inbox.json`, which people mail around, nor to any browser. To replace it, teach the service the new one
 * first (it may know two), then write it here.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Signing } from '@service/realtime-server/outgoing';
import { readSecretFile } from '@service/realtime-server/runtime';

/** Read anew each time, so that a new secret is used at once. Made when it is first needed. */
export function signingSecretIn(inboxFolder: string): Signing {
  const secret = readSecretFile(join(inboxFolder, 'agent.secret'), 'cwsk_');
  return { secret, keyId: `sk_${createHash('sha256').update(secret).digest('hex').slice(0, 12)}` };
}
