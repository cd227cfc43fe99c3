/**
 * Whether a component has been visible for a moment. A button that appears under a finger about to press something else, or in a
 * hidden tab, must not count as pressed.
 */
import { useEffect, useState } from 'preact/hooks';

/** True once the document has been visible for `ms` milliseconds without a break since this was first drawn. */
export function useVisibleFor(ms: number): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      setVisible(false);
      if (document.visibilityState === 'visible') timer = setTimeout(setVisible, ms, true);
    };
    restart();
    document.addEventListener('visibilitychange', restart);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, [ms]);
  return visible;
}
