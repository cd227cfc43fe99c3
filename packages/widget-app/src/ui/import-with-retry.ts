/**
 * Loads a chunk and retries until it succeeds: a lost connection must not leave the chat half loaded. Waits longer after each
 * failure, but tries again at once when the browser is online again.
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
