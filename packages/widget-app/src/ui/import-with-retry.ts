/**
 * Fetches a part of the program, however often it takes: a line that breaks must not leave the chat half there. Waits longer
 * after each failure, and no longer than until the browser says that it is online again.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Resolves when `load` does. `onFailure` is told each time that it did not. */
export async function importWithRetry<Part>(load: () => Promise<Part>, onFailure: () => void): Promise<Part> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch {
      onFailure();
      await new Promise<void>((resolve) => {
        addEventListener('online', () => resolve(), { once: true });
        setTimeout(resolve, pause);
      });
    }
  }
}
