/**
 * A client whose visitor the site vouches for: it keeps things in memory only, and asks the site for a token before a
 * connection that needs one.
 *
 * What must be true: nothing of an identified visitor is ever written down; a token goes out in one hello and is forgotten
 * with the welcome; the site is asked by one tab at a time, and never twice for one connection.
 */
import type { GetIdentityToken } from '@service/protocol';
import type { Channel, Ports } from '../../../platform/ports.js';
import type { SessionStorage } from '../../session/session-storage.js';
import type { Hands } from '../../state/feature.js';
import { inMemoryOver } from './memory-storage.js';
import { askSite, type Testimony } from './site-token.js';
import { browserChannel, markOf, readWord, type Word } from './tab-channel.js';

export interface Vouched {
  /** The page has brought another function, which may name another person: asked `now`, or for the next connection. */
  use(getToken: GetIdentityToken, now: boolean): void;
  /** The next connection brings a token, and a fresh one. */
  proveAgain(): void;
  /** The server has taken it: the token is forgotten, what was kept before goes, and other tabs hear who is here. */
  settle(subject: string | null): void;
  /** Other tabs hear that the site has this person here no more. */
  gone(subject: string): void;
  /** The way back to an anonymous visitor. */
  giveBack(): void;
}

/** By what a client keeps: one for each, while its visitor is vouched for. */
const all = new WeakMap<SessionStorage, Vouched>();

export const vouchedIn = (kept: SessionStorage): Vouched | undefined => all.get(kept);

export function vouchFor(given: GetIdentityToken, hands: Hands<'identity'>): void {
  const { ports, ended, kept, root } = hands;
  // As it is described and not as it is: to look at it may already ask the storage, which is too early before the consent.
  const described = Object.getOwnPropertyDescriptor(ports, 'storage') as PropertyDescriptor;
  const { withSession: begin } = kept;
  const memory = inMemoryOver(Object.defineProperty({}, 'storage', described) as Pick<Ports, 'storage'>);
  let getToken = given;
  /** The session alone, or none, is not enough for the next connection. */
  let due = true;
  let testimony: Testimony | null = null;
  let asking: Promise<Testimony | null> | null = null;
  /** A connection waits for what is asked. */
  let isAwaited = false;
  let settled = false;
  /** Whom the other tabs have heard of last. */
  let told: string | null = null;

  const channel = openChannel(hands);
  if (channel)
    channel.onmessage = ({ data }) => {
      const word = readWord(data);
      if (!word) return;
      const hear = (): void => hands.take({ type: 'elsewhere', ...word });
      // Where the site is being asked anyway, its answer may be the same news, and then nobody has to leave.
      if (asking && !('mark' in word && word.mark === null)) void asking.then(hear);
      else hear();
    };
  // The browser may keep the page itself, for the way back to it.
  const unwatch = ports.page.watch((signal) => {
    if (signal === 'pagehide') hands.take({ type: 'away' });
  });

  /** A token that still serves, or a new one; null: there is none, and the rules have been told. */
  const ask = (): Promise<Testimony | null> => {
    if (testimony && ports.clock.now() < testimony.goodUntil) return Promise.resolve(testimony);
    if (asking) return asking;
    /** An answer to an earlier question (the page has brought another function, or the visitor has left) changes nothing. */
    const heard = (answer: Testimony | null | undefined): Testimony | null => {
      if (asking !== mine) return null;
      asking = null;
      testimony = answer ?? null;
      const wasAwaited = isAwaited;
      isAwaited = false;
      if (answer) hands.take({ type: 'proven', subject: answer.subject, isAwaited: wasAwaited });
      else hands.take({ type: answer === null ? 'nobody' : 'unproven' });
      return testimony;
    };
    const mine: Promise<Testimony | null> = ports.tabs
      .alone(`${root}identity`, () => askSite(getToken, ports))
      .then(heard, () => heard(undefined));
    asking = mine;
    return mine;
  };

  const stop = (): void => {
    asking = null;
    unwatch();
    channel?.close();
  };
  ended.addEventListener('abort', stop);
  Object.defineProperty(ports, 'storage', { value: memory, configurable: true });
  kept.withSession = (dial) => {
    if (!due) return void dial(kept.token());
    const found = ask();
    isAwaited = asking !== null;
    void found.then((it) => {
      if (it) void dial(kept.token(), it.proof);
    });
  };

  all.set(kept, {
    use(other, now) {
      getToken = other;
      testimony = asking = null;
      isAwaited = false;
      if (now) void ask();
      else due = true;
    },
    proveAgain() {
      due = true;
      testimony = null;
    },
    settle(subject) {
      due = false;
      testimony = null;
      if (!settled) memory.cutOff(root);
      settled = true;
      if (subject === null || subject === told) return;
      told = subject;
      channel?.postMessage({ mark: markOf(subject) } satisfies Word);
    },
    gone(subject) {
      channel?.postMessage({ gone: markOf(subject) } satisfies Word);
    },
    giveBack() {
      stop();
      ended.removeEventListener('abort', stop);
      testimony = null;
      all.delete(kept);
      Object.defineProperty(ports, 'storage', described);
      kept.withSession = begin;
    },
  });
}

/** The visitor leaves: nothing of them stays here. `tell`: the other tabs are to do the same. */
export function wipe(hands: Hands<'identity'>, tell: boolean): void {
  const { storage: keeper } = hands.ports;
  if (!tell) {
    for (const key of keeper.keys(hands.root)) keeper.remove(key);
    return;
  }
  // For those who are nobody in particular, and for browsers without channels.
  hands.kept.clearAll();
  const channel = openChannel(hands);
  channel?.postMessage({ mark: null } satisfies Word);
  channel?.close();
}

function openChannel({ ports, root }: Hands<'identity'>): Channel | null {
  return (ports.openChannel ?? browserChannel)(`${root}identity`);
}
