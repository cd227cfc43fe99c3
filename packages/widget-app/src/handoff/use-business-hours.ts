/** Whether people answer now. Changes on time, without a reload or a request. */
import { type BusinessHours, type BusinessHoursStatus, getBusinessHoursStatus } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';

/** Timers stop while a device sleeps, and clocks are set: so it is checked again, however far the next change is. */
const CHECK_AGAIN_MS = 15 * 60_000;

/** Null where there are no hours, or this browser doesn't know the zone they are in. */
export function useBusinessHours(opening: BusinessHours | undefined): BusinessHoursStatus | null {
  const [now, set] = useState(() => at(opening));
  useEffect(() => {
    let timer = 0;
    const update = (): void => {
      clearTimeout(timer);
      const next = at(opening);
      set((before) => (before?.isOpen === next?.isOpen && before?.changesAt === next?.changesAt ? before : next));
      if (next) timer = window.setTimeout(update, Math.min(CHECK_AGAIN_MS, (next.changesAt ?? Infinity) - Date.now()));
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [opening]);
  return now;
}

function at(opening: BusinessHours | undefined): BusinessHoursStatus | null {
  try {
    return opening ? getBusinessHoursStatus(opening, Date.now()) : null;
  } catch {
    return null;
  }
}
