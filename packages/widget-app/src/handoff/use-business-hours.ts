/** Whether people answer now. Changes at the minute, without a reload or a request. */
import { type BusinessHours, type BusinessHoursStatus, getBusinessHoursStatus } from '@service/protocol';
import { useEffect, useState } from 'preact/hooks';

/** Timers stand still while a device sleeps, and clocks are set: so it is looked at anew, however far the next change is. */
const LOOK_AGAIN_MS = 15 * 60_000;

/** Null where there are no hours, or this browser doesn't know the zone they are in. */
export function useBusinessHours(opening: BusinessHours | undefined): BusinessHoursStatus | null {
  const [now, set] = useState(() => at(opening));
  useEffect(() => {
    let timer = 0;
    const look = (): void => {
      clearTimeout(timer);
      const next = at(opening);
      set((before) => (before?.isOpen === next?.isOpen && before?.changesAt === next?.changesAt ? before : next));
      if (next) timer = window.setTimeout(look, Math.min(LOOK_AGAIN_MS, (next.changesAt ?? Infinity) - Date.now()));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
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
