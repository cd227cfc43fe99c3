/**
 * Gathers the pieces of an answer: the first goes out at once, the rest a few times a second, because every frame costs
 * the same however little it carries. A piece never ends between the two halves of a character.
 */
import type { Clock } from '../../runtime/clock.js';

export interface DeltaThrottle {
  add(text: string): void;
  /** Sends what is left, and stops. */
  end(): void;
}

/** `tell` gets each piece with the UTF-16 offset it begins at. `everyMs`: the least time between two pieces. */
export function throttleDeltas(
  clock: Clock,
  everyMs: () => number,
  tell: (from: number, text: string) => void,
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
    tell(at, ready);
  };
  const rest = (): void => {
    cancel = waiting === '' ? null : clock.after(everyMs(), rest);
    flush(false);
  };
  return {
    add(text) {
      waiting += text;
      if (cancel) return;
      flush(false);
      cancel = clock.after(everyMs(), rest);
    },
    end() {
      cancel?.();
      cancel = null;
      flush(true);
    },
  };
}
