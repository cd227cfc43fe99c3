/**
 * One client per inbox and page, however many components ask for it. What must be true: making one has no effect, so any
 * render may do it; the last holder's going away ends it only after a grace, so neither StrictMode's second mount nor a
 * route change closes a connection or sends anything twice; after the grace nothing is left.
 */
import type { SiteIdentity } from '@service/protocol';
import { type ChatClient, type ChatClientOptions, createChatClient } from '../core/index.js';

/** How long a client nobody shows any more stays connected. Long enough for a route to load its code. */
export const GRACE_MS = 3_000;

/** As `createChatClient` takes, and who is logged in. Compared by value. */
export interface SharedOptions extends ChatClientOptions {
  /**
   * Who is logged in on the site, as for `identify`; null: nobody. Another `user` is another person, with a chat of
   * their own. Default: nothing is said of it.
   */
  readonly identity?: SiteIdentity | null;
}

interface Shared {
  readonly client: ChatClient;
  holders: number;
  /** Set once nobody has held it. */
  ending?: ReturnType<typeof setTimeout>;
  /** What this client has been told, as text: options are compared by what they say, not by which object says it. */
  user: string | undefined;
  consent: string | undefined;
  /** The site's id of who is logged in, and the newest way to prove it: a closure of an old render may prove somebody else. */
  identity: SiteIdentity | null;
}

const shared = new Map<string, Shared>();

/** Two option objects with the same key mean the same client. What can change while it lives is not in the key. */
export function keyOf({ user, consent, identity, WebSocket: socket, ...fixed }: SharedOptions): string {
  const { inboxId, baseUrl, hostOrigin, storage, requireConsent, locale, page } = fixed;
  return JSON.stringify([inboxId, baseUrl, hostOrigin, storage, requireConsent, locale, page, numberOf(socket)]);
}

/** The client for `options`, made now if there is none. No effect: for use in a render. On a server, never shared. */
export function clientFor(key: string, options: SharedOptions): ChatClient {
  // A server renders for many visitors at once; a client kept there would be everybody's.
  if (typeof window === 'undefined') return createChatClient(options);
  return entryFor(key, options).client;
}

/** Keeps the client alive until the returned function is called. For use in an effect. */
export function hold(key: string, options: SharedOptions): { readonly client: ChatClient; release(): void } {
  const entry = entryFor(key, options);
  clearTimeout(entry.ending);
  entry.holders += 1;
  return {
    client: entry.client,
    release() {
      entry.holders -= 1;
      if (entry.holders > 0) return;
      entry.ending = setTimeout(() => {
        shared.delete(key);
        entry.client.destroy();
      }, GRACE_MS);
    },
  };
}

/** Passes on what may change while the client lives. */
export function tell(key: string, { user, consent, identity }: SharedOptions): void {
  const entry = shared.get(key);
  if (!entry) return;
  // Who says nothing has not unsaid what another component said.
  if (user && JSON.stringify(user) !== entry.user) {
    entry.user = JSON.stringify(user);
    entry.client.updateContext(user);
  }
  if (consent && JSON.stringify(consent) !== entry.consent) {
    entry.consent = JSON.stringify(consent);
    entry.client.consent(consent);
  }
  if (identity === undefined) return;
  const before = entry.identity?.user;
  entry.identity = identity;
  if (identity?.user === before) return;
  if (before !== undefined) entry.client.logout();
  if (identity) entry.client.identify(asksNewest(entry));
}

function asksNewest(entry: Shared): SiteIdentity['getToken'] {
  return (question) => entry.identity?.getToken(question) ?? null;
}

function entryFor(key: string, options: SharedOptions): Shared {
  const known = shared.get(key);
  if (known) return known;
  const { identity = null, ...own } = options;
  const made: Shared = {
    client: createChatClient(own),
    identity,
    holders: 0,
    user: JSON.stringify(own.user),
    consent: JSON.stringify(own.consent),
  };
  shared.set(key, made);
  // Before anybody connects: who is about to be identified must not become an anonymous visitor first.
  if (identity) made.client.identify(asksNewest(made));
  return made;
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** A class can't be written into a key; a number that stands for it can. */
function numberOf(thing: object | undefined): number {
  if (!thing) return 0;
  const known = numbers.get(thing) ?? ++lastNumber;
  numbers.set(thing, known);
  return known;
}
