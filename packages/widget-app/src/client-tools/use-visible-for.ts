/**
 * Whether something has been before the visitor's eyes for a moment. A button that appears under a finger that is about to
 * press something else, or in a hidden tab, must not count as pressed.
 */
import { useEffect, useState } from 'preact/hooks';

/** True once the document has been visible for `ms` milliseconds without a break since this was first drawn. */
export function useVisibleFor(ms: number): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      setSeen(false);
      if (document.visibilityState === 'visible') timer = setTimeout(setSeen, ms, true);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [ms]);
  return seen;
}
