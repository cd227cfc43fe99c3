/**
 * Imported before anything else: how the engine clears away what this process no longer needs. Nothing here that is made often
 * lives long, and every message waits while memory is looked at.
 *
 * - After a burst, in which everything waits long enough to look like something that stays, V8 begins to put messages, frames
 *   and promises among the old at once, where they lie until all of memory is looked at. So what is allocated is kept with the
 *   young, whatever the engine has seen.
 * - All of memory is looked at when three times as much is in use as after the last look. The engine's own measure is a tenth, when it
 *   thinks that it has the time: under load, both processors for a third of a second, every five seconds.
 * - The young are cleared away alone where processors are few: a helper there waits for one that others keep busy, and
 *   everything waits for the helper.
 */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** In hundredths of what is in use after the last look. */
const MAY_GROW_BY = 200;
/** Processors. */
const ENOUGH_FOR_HELPERS = 4;

setFlagsFromString('--no-allocation-site-pretenuring');
setFlagsFromString(`--heap-growing-percent=${MAY_GROW_BY}`);
if (availableParallelism() < ENOUGH_FOR_HELPERS) setFlagsFromString('--no-parallel-scavenge');
