/** Reads an external store in a component: renders again when its snapshot is another object. */
import { useEffect, useState } from 'preact/hooks';

/** `subscribe` and `read` belong together: both are another when the store is. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [snapshot, setSnapshot] = useState(read);
  useEffect(() => {
    const update = (): void => setSnapshot(read);
    // Something may have happened between rendering and subscribing.
    update();
    return subscribe(update);
  }, [subscribe]);
  return snapshot;
}
