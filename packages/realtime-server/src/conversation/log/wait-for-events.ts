/**
 * A long poll for operators: subscribe first, read the log from a number, and only then wait. One poll is open at a time;
 * the next one reads what a lost hint left out.
 */
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import type { Bus, BusMessage } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import type { Conversation, Store } from '../../store/store.js';

/** Shorter than any proxy's patience, and the longest that a lost hint can hide something. */
const WAIT_MS = 10_000;
const WAKING: ReadonlySet<BusMessage['kind']> = new Set(['event', 'head', 'erased']);

export interface NewEvents {
  readonly conversation: Conversation;
  readonly events: readonly LogEvent[];
  /** The visitor is writing just now; true only when that ended the waiting. */
  readonly typing: boolean;
}

export interface WaitForEventsDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}

/**
 * What comes after number `after`: at once when there is something, else as soon as there is, else nothing after ten
 * seconds or when `signal` aborts. Null: there is no such conversation, or none any more.
 */
export async function waitForEvents(
  { store, bus, clock }: WaitForEventsDeps,
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<NewEvents | null> {
  const known = await store.conversation(id);
  if (!known || known.erased) return null;
  let wake: (typing: boolean) => void = () => undefined;
  const woken = new Promise<boolean>((resolve) => {
    wake = resolve;
  });
  const rest = (): void => wake(false);
  const ends = [
    await bus.subscribe(id, (message) => {
      if (WAKING.has(message.kind)) rest();
      if (message.kind === 'typing' && message.on && message.who.kind === 'visitor') wake(true);
    }),
    bus.onReset(rest),
    clock.after(WAIT_MS, rest),
    () => signal.removeEventListener('abort', rest),
  ];
  signal.addEventListener('abort', rest);
  try {
    const read = () => store.eventsAfter(id, after, FRAME_LIMITS.replayEvents);
    const there = await read();
    const typing = there.length === 0 && !signal.aborted && (await woken);
    const events = there.length > 0 ? there : await read();
    const conversation = await store.conversation(id);
    return conversation && !conversation.erased ? { conversation, events, typing } : null;
  } finally {
    for (const end of ends) end();
  }
}
