/** Verifies identity tokens with the keys of an inbox, and tells whether a key is still accepted. */

import { join } from 'node:path';
import type { HelloFrame } from '@service/protocol';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import type { KeyFiles } from './key-files.js';
import { type IdentityKeyEntry, keyStateOf } from './key-ring.js';
import { type TokenVerdict, verifyToken } from './verify-token.js';

export interface IdentityVerifier {
  /** `now` is Unix milliseconds. An inbox without identity takes no token at all. */
  verify(inbox: InboxSettings, hello: HelloFrame, now: number): TokenVerdict;
  /** False once the key that signed a session's token was revoked or removed, or the inbox has no identity any more. */
  isKeyAccepted(inbox: string, kid: string, now: number): boolean;
}

export function createIdentityVerifier(inboxes: InboxDirectory, files: KeyFiles): IdentityVerifier {
  const keyOf = (inbox: InboxSettings | null, kid: string): IdentityKeyEntry | undefined => {
    const { identity } = inbox ?? {};
    if (!inbox || !identity) return undefined;
    const ring =
      inboxes.keyRing(inbox.id) ??
      files.ring({ env: identity.keysEnv, file: join(inboxes.folder(inbox.id), identity.keysFile) });
    return ring.find((each) => each.kid === kid);
  };
  return {
    verify(inbox, hello, now) {
      return verifyToken(hello.identity ?? '', {
        inboxId: inbox.id,
        organization: inbox.identity?.organization ?? '',
        secretOf(kid) {
          const key = keyOf(inbox, kid);
          const state = keyStateOf(key, now);
          return key && (state === 'active' || state === 'retiring') ? key.secret : null;
        },
        proof: hello.proof,
        requireNonce: inbox.identity?.requireNonce ?? false,
        now,
      });
    },
    isKeyAccepted(inbox, kid, now) {
      const state = keyStateOf(keyOf(inboxes.get(inbox), kid), now);
      return state !== 'revoked' && state !== 'unknown';
    },
  };
}
