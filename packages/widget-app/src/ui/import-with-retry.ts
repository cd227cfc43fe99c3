/**
 * Loads a chunk, however often it takes: a lost connection must not leave the chat half loaded. Waits longer after each
 * failure, and no longer than until the browser reports that it is online again.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Resolves when `load` does. `onFailure` is called for each failed attempt. */
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
