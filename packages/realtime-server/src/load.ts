/**
 * How much this process has to do, in four levels, and what each one lets go. What was promised is never let go:
 * acknowledgements of what is stored, pongs, events. An overloaded server that still tries everything does nothing well.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Clock } from './clock.js';

/**
 * 0: everything. 1: typing is dropped, answers stream in larger pieces. 2: new visitors are sent away for a while, history
 * waits. 3: nobody new, and messages stay in their sender's outbox.
 */
export type LoadLevel = 0 | 1 | 2 | 3;

export interface LoadReading {
  /** How late the event loop ran, worst hundredth, in milliseconds. */
  readonly lateMs: number;
  /** How long the store took for its last answer, in milliseconds. */
  readonly storeMs: number;
  /** Used part of the heap that may be used, 0 to 1. */
  readonly heap: number;
}

const BARS: readonly LoadReading[] = [
  { lateMs: 100, storeMs: 250, heap: 0.8 },
  { lateMs: 250, storeMs: 500, heap: 0.85 },
  { lateMs: 1_000, storeMs: 5_000, heap: 0.92 },
];
/** A level is left only when the reading is this much below its bar, or it would be left and entered all the time. */
const LEAVE_BELOW = 0.7;
const LOOK_EVERY_MS = 1_000;

/** The level after a reading, given the one before. Rises at once, falls one step at a time. */
export function levelOf(reading: LoadReading, before: LoadLevel): LoadLevel {
  const over = (bar: LoadReading, part: number): boolean =>
    reading.lateMs > bar.lateMs * part || reading.storeMs > bar.storeMs * part || reading.heap > bar.heap * part;
  for (let level = BARS.length; level > before; level--) {
    if (over(BARS[level - 1] as LoadReading, 1)) return level as LoadLevel;
  }
  if (before === 0 || over(BARS[before - 1] as LoadReading, LEAVE_BELOW)) return before;
  return (before - 1) as LoadLevel;
}

export interface LoadWatch {
  level(): LoadLevel;
  stop(): void;
}

/** Looks once a second. `askStore` is any cheap question to the store; `onChange` hears of every new level. */
export function watchLoad(
  clock: Clock,
  askStore: () => Promise<unknown>,
  onChange: (level: LoadLevel, reading: LoadReading) => void,
): LoadWatch {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let level: LoadLevel = 0;
  let storeMs = 0;
  let askedAt: number | null = null;
  let cancel: () => void = () => undefined;

  const ask = (): void => {
    if (askedAt !== null) return;
    const at = clock.now();
    askedAt = at;
    const answered = (): void => {
      storeMs = clock.now() - at;
      askedAt = null;
    };
    askStore().then(answered, answered);
  };
  const look = (): void => {
    cancel = clock.after(LOOK_EVERY_MS, look);
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    const reading: LoadReading = {
      lateMs: delay.percentile(99) / 1e6,
      storeMs: askedAt === null ? storeMs : Math.max(storeMs, clock.now() - askedAt),
      heap: used / limit,
    };
    delay.reset();
    ask();
    const next = levelOf(reading, level);
    if (next === level) return;
    level = next;
    onChange(next, reading);
  };
  look();
  return {
    level: () => level,
    stop() {
      cancel();
      delay.disable();
    },
  };
}
