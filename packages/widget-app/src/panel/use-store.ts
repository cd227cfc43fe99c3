/** Reads an external store in a component: renders again when its snapshot is another object. */
import { useEffect, useState } from 'preact/hooks';

export function useStore<T>(subscribe: (listener: () => void) => () => void, read: () => T): T {
  const [snapshot, setSnapshot] = useState(read);
  useEffect(() => {
    const look = (): void => setSnapshot(read);
    // Something may have happened between rendering and subscribing.
    look();
    return subscribe(look);
  }, []);
  return snapshot;
}
