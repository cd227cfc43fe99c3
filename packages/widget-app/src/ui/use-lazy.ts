/** A rarely needed chunk, loaded on first use. Null until it has loaded, and when loading fails. */
import { useEffect, useState } from 'preact/hooks';

/** `load` must be the same function every time; `onFailure` is called when loading failed. */
export function useLazy<Part>(load: () => Promise<Part>, wanted: boolean, onFailure?: () => void): Part | null {
  const [part, setPart] = useState<{ readonly it: Part } | null>(null);
  const missing = wanted && part === null;
  useEffect(() => {
    if (!missing) return;
    let mounted = true;
    load().then(
      (it) => mounted && setPart({ it }),
      // Offline, or the server has a new version. The next use tries again.
      () => onFailure?.(),
    );
    return () => {
      mounted = false;
    };
  }, [missing]);
  return part?.it ?? null;
}
