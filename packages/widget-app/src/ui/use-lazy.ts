/** A rare part of the chat, loaded when it is first needed. Until then, and when it can't be had, there is nothing. */
import { useEffect, useState } from 'preact/hooks';

/** `load` must be the same function every time; `onFailure` is for who must know that nothing will come. */
export function useLazy<Part>(load: () => Promise<Part>, wanted: boolean, onFailure?: () => void): Part | null {
  const [part, setPart] = useState<{ readonly it: Part } | null>(null);
  const missing = wanted && part === null;
  useEffect(() => {
    if (!missing) return;
    let here = true;
    load().then(
      (it) => here && setPart({ it }),
      // Offline, or the server has moved on; the next time that it is needed it is asked for again.
      () => onFailure?.(),
    );
    return () => {
      here = false;
    };
  }, [missing]);
  return part?.it ?? null;
}
