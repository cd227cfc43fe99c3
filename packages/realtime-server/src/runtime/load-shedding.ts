/**
 * How much this process has to do, in four levels, and what each one lets go. What was promised is never let go:
 * acknowledgements of what is stored, pongs, events. An overloaded server that still tries everything does nothing well.
 */
import { totalmem } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { afterAbout, type Clock } from './clock.js';
import { residentBytes } from './memory.js';

/**
 * 0: everything. 1: typing is dropped, searches are refused, answers stream in larger pieces. 2: new visitors are sent away for a
 * while, history waits. 3: no new visitors, and messages stay in their sender's outbox.
 */
export type LoadLevel = 0 | 1 | 2 | 3;

export interface LoadReading {
  /** How late the event loop ran, worst hundredth, in milliseconds. */
  readonly lateMs: number;
  /** How long the store took for its last answer, in milliseconds. */
  readonly storeMs: number;
  /** Used part of the memory that may be used, 0 to 1. */
  readonly memory: number;
}

const BARS: readonly LoadReading[] = [
  { lateMs: 100, storeMs: 250, memory: 0.8 },
  { lateMs: 250, storeMs: 500, memory: 0.85 },
  { lateMs: 1_000, storeMs: 5_000, memory: 0.92 },
];
/** A level is left only when the reading is this much below its bar, or it would be left and entered all the time. */
const LEAVE_BELOW = 0.7;
const LOOK_EVERY_MS = 1_000;

/**
 * The level after a reading, given the one before. Falls one step at a time, and rises when the look before (`previous`) was as late.
 *
 * One long turn, as when thousands of sockets open at once or the machine does something else, leaves so few samples that the worst
 * hundredth of them is that turn, and one slow answer of a disk is all that is known of it: by then it is over, and everybody would be
 * refused something for it.
 */
export function levelOf(reading: LoadReading, before: LoadLevel, previous: LoadReading = reading): LoadLevel {
  const lasting: LoadReading = {
    lateMs: Math.min(reading.lateMs, previous.lateMs),
    storeMs: Math.min(reading.storeMs, previous.storeMs),
    memory: reading.memory,
  };
  const over = (bar: LoadReading, part: number, { lateMs, storeMs, memory }: LoadReading): boolean =>
    lateMs > bar.lateMs * part || storeMs > bar.storeMs * part || memory > bar.memory * part;
  for (let level = BARS.length; level > before; level--) {
    if (over(BARS[level - 1] as LoadReading, 1, lasting)) return level as LoadLevel;
  }
  if (before === 0 || over(BARS[before - 1] as LoadReading, LEAVE_BELOW, reading)) return before;
  return (before - 1) as LoadLevel;
}

export interface LoadWatch {
  level(): LoadLevel;
  stop(): void;
}

/** What is measured of the process itself. */
export interface LoadProbe {
  /** How late the event loop ran since the last look, as in {@link LoadReading}. */
  lateMs(): number;
  memory(): number;
  stop(): void;
}

export interface Memory {
  readonly heapUsed: number;
  readonly heapLimit: number;
  readonly resident: number;
  /** Of the machine. */
  readonly installed: number;
  /** Of the process's container; 0, or more than is installed, where nothing is set. */
  readonly allowed: number;
}

/**
 * The fuller of two rooms: the engine's own, and what the process may have of the machine or of its container. What waits in
 * sockets lies only in the second. All in bytes.
 */
export function memoryInUse({ heapUsed, heapLimit, resident, installed, allowed }: Memory): number {
  return Math.max(heapUsed / heapLimit, resident / (allowed > 0 ? Math.min(allowed, installed) : installed));
}

/** Read from files, so only until it is known: 0 while no file can be opened. */
let allowed = 0;

function memoryOfProcess(): number {
  const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics();
  const [resident, installed] = [residentBytes(), totalmem()];
  if (allowed === 0) allowed = process.constrainedMemory();
  return memoryInUse({ heapUsed, heapLimit, resident, installed, allowed });
}

/** The time between two samples of the event loop, far below the first bar. Each wakes the process. */
const SAMPLE_EVERY_MS = 25;

/**
 * The samples are taken only while the process is busy: forty a second cost more than the rest of an idle one. One that worked for
 * less time since the last look than the first bar allows can't have been later than that.
 */
function sensesOfProcess(): LoadProbe {
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  let before = performance.eventLoopUtilization();
  let isSampling = false;
  return {
    lateMs() {
      // What is measured is the time from one sample to the next.
      const lateMs = isSampling ? delay.percentile(99) / 1e6 - SAMPLE_EVERY_MS : 0;
      const now = performance.eventLoopUtilization();
      const isBusy = now.active - before.active >= (BARS[0] as LoadReading).lateMs;
      before = now;
      if (isBusy !== isSampling) delay[isBusy ? 'enable' : 'disable']();
      isSampling = isBusy;
      delay.reset();
      return lateMs;
    },
    memory: memoryOfProcess,
    stop: () => void delay.disable(),
  };
}

/** Looks once a second. `askStore` costs the store little and waits in the line of what it writes; `onChange` hears of every new level. */
export function watchLoad(
  clock: Clock,
  askStore: () => Promise<unknown>,
  onChange: (level: LoadLevel, reading: LoadReading) => void,
  senses: LoadProbe = sensesOfProcess(),
): LoadWatch {
  let level: LoadLevel = 0;
  let previous: LoadReading = { lateMs: 0, storeMs: 0, memory: 0 };
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
    cancel = afterAbout(clock, LOOK_EVERY_MS, look);
    const reading: LoadReading = {
      lateMs: senses.lateMs(),
      storeMs: askedAt === null ? storeMs : Math.max(storeMs, clock.now() - askedAt),
      memory: senses.memory(),
    };
    ask();
    const next = levelOf(reading, level, previous);
    previous = reading;
    if (next === level) return;
    level = next;
    onChange(next, reading);
  };
  look();
  return {
    level: () => level,
    stop() {
      cancel();
      senses.stop();
    },
  };
}
