/**
 * Throttles the pieces of an answer: the first is sent at once, the rest a few times a second, because every frame costs the
 * same however little it carries. A piece never ends inside of an emoji or a flag, of which more may follow.
 */
import { characterAt } from '@service/protocol';
import type { Clock } from '../../runtime/clock.js';

export interface DeltaThrottle {
  add(text: string): void;
  /** Sends the rest, and stops. */
  end(): void;
}

/** `send` gets each piece with the UTF-16 offset it begins at. `everyMs`: the least time between two pieces. */
export function throttleDeltas(
  clock: Clock,
  everyMs: () => number,
  send: (from: number, text: string) => void,
): DeltaThrottle {
  let from = 0;
  let waiting = '';
  let held = '';
  let cancel: (() => void) | null = null;

  const flush = (all: boolean): void => {
    // Held back once: when nothing has followed until the next piece is due, the emoji was whole.
    const end = all ? waiting.length : settledLength(waiting, waiting !== held);
    const ready = waiting.slice(0, end);
    held = waiting.slice(end);
    waiting = held;
    if (ready === '') return;
    const at = from;
    from += ready.length;
    send(at, ready);
  };
  const pause = (): void => {
    cancel = waiting === '' ? null : clock.after(everyMs(), pause);
    flush(false);
  };
  return {
    add(text) {
      waiting += text;
      if (cancel) return;
      flush(false);
      cancel = clock.after(everyMs(), pause);
    },
    end() {
      cancel?.();
      cancel = null;
      flush(true);
    },
  };
}

/** What the next piece may continue: half of a pair; a part of an emoji; half of a flag. */
const HALF = /[\uD800-\uDBFF]$/u;
const OPEN = /^(?:\p{ExtPict}|\p{RI}$)/u;

function settledLength(text: string, mayGoOn: boolean): number {
  if (text === '') return 0;
  const [from] = characterAt(text, text.length - 1);
  const last = text.slice(from);
  return HALF.test(last) || (mayGoOn && OPEN.test(last)) ? from : text.length;
}
