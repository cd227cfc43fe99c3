/**
 * Throttles the pieces of an answer: the first is sent at once, the rest a few times a second, because every frame costs the
 * same however little it carries. A piece never ends between the two halves of a surrogate pair.
 */
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
  let cancel: (() => void) | null = null;

  const flush = (all: boolean): void => {
    const half = !all && /[\uD800-\uDBFF]$/.test(waiting) ? waiting.slice(-1) : '';
    const ready = half ? waiting.slice(0, -1) : waiting;
    waiting = half;
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
