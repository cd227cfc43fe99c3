import type { GetIdentityToken } from '@service/protocol';
import type { TabMessage } from './tab-channel.js';

export interface IdentityState {
  readonly state: 'anonymous' | 'proving' | 'identified';
  /** The subject of the latest token. */
  readonly subject: string | null;
  /** The page's function fails, and the error was reported; once for each time it begins to. */
  readonly failing: boolean;
  /** Client ids of messages sent before sign-in and not confirmed since: they may be in a log that belongs to another person by now. */
  readonly doubtful: readonly string[];
}

export type IdentityInput =
  | { readonly type: 'identify'; readonly getToken: GetIdentityToken }
  | { readonly type: 'logout' }
  /** The site gave a token. */
  | {
      readonly type: 'token-received';
      readonly subject: string | null;
      /** A connection waits for the token, and will send it. */
      readonly isAwaited: boolean;
    }
  /** Not logged in on the site. */
  | { readonly type: 'not-signed-in' }
  /** The page's function failed. */
  | { readonly type: 'token-failed' }
  /** From another tab. */
  | ({ readonly type: 'tab-message' } & TabMessage)
  /** The page goes into the back/forward cache, and may come back in front of another person. */
  | { readonly type: 'page-hidden' };

export type IdentityEffect =
  | { readonly type: 'use-token'; readonly getToken: GetIdentityToken; readonly now: boolean }
  | { readonly type: 'renew' }
  | { readonly type: 'confirmed'; readonly subject: string | null }
  | { readonly type: 'restore-storage' }
  /** Clears the storage. Other tabs hear that `subject` is not here any more. */
  | { readonly type: 'subject-gone'; readonly subject: string }
  /** Clears the storage. `broadcast`: other tabs sign out too. */
  | { readonly type: 'clear'; readonly broadcast: boolean };
