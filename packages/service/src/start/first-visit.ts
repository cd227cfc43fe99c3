/** What is loaded after the first visitor, or after a moment without visitors. */
import { type Clock, delay, systemClock } from '@service/realtime-server';

/** Visitors who lost their sockets with the process before are there at once. A start without visitors is so much longer. */
const MOST_WAIT_MS = 30;
/** Before each part, so that sockets are read and written. Loading a part holds them up for tens of milliseconds. */
const PAUSE_MS = 5;

export interface FirstVisit {
  /** A visitor's socket was served. */
  came(): void;
  /** Resolves when the first one was, or none came. Call it when visitors can come. */
  waited(): Promise<void>;
  /** To be waited for between two parts. */
  pause(): Promise<void>;
}

export function firstVisit(clock: Pick<Clock, 'after'> = systemClock): FirstVisit {
  const { promise, resolve } = Promise.withResolvers<void>();
  const pause = (): Promise<void> => delay(clock, PAUSE_MS);
  return {
    came: resolve,
    pause,
    async waited() {
      const cancel = clock.after(MOST_WAIT_MS, resolve);
      await promise;
      cancel();
      // Their first message is on its way.
      await pause();
    },
  };
}
