/** Reads an external store in a component: renders again when its snapshot is another object. */
import { useLayoutEffect, useState } from 'preact/hooks';

/** `subscribe` and `read` belong together: both are another when the store is. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [snapshot, setSnapshot] = useState(read);
  // Not an effect, which waits for the next frame: a hidden frame has none, and the first command may come at once.
  useLayoutEffect(() => {
    const update = (): void => setSnapshot(read);
    // The store may be another one, or has changed while a component was drawn.
    update();
    return subscribe(update);
  }, [subscribe]);
  return snapshot;
}
