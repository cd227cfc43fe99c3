/**
 * Bounds how often one message is logged. Strangers cause some of them, such as a refused token at each connection: a line for each
 * would fill the disk that the log is on, and hide the other lines.
 */

/** Lines of one message in `WINDOW_MS`. */
const MOST_LINES = 60;
export const WINDOW_MS = 10_000;
/** Messages that have a count of their own in that time; others share one. Ours are constants, and some quote a provider. */
const MOST_MESSAGES = 500;

export interface RepeatLimit {
  /** Whether a line with this message may be written now. */
  mayWrite(message: string): boolean;
}

/**
 * @param after calls once after so many milliseconds
 * @param report is called at the end of a window with each message that had more lines, and how many were left out
 */
export function limitRepeats(
  after: (ms: number, run: () => void) => void,
  report: (message: string, leftOut: number) => void,
): RepeatLimit {
  const lines = new Map<string, number>();
  const end = (): void => {
    const all = [...lines];
    lines.clear();
    for (const [message, count] of all) if (count > MOST_LINES) report(message, count - MOST_LINES);
  };
  return {
    mayWrite(message) {
      if (lines.size === 0) after(WINDOW_MS, end);
      const name = lines.has(message) || lines.size < MOST_MESSAGES ? message : 'other messages';
      const count = (lines.get(name) ?? 0) + 1;
      lines.set(name, count);
      return count <= MOST_LINES;
    },
  };
}
