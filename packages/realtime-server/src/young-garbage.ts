/**
 * Imported before anything else: what this process allocates is kept with the young, whatever the engine has seen.
 *
 * After a burst, in which everything waits long enough to look like something that stays, V8 begins to put messages, frames
 * and promises among the old at once, where they lie until all of memory is looked at: two cores for a tenth of a second,
 * every ten seconds, and every message of that moment waits. Nothing here that is made often lives long.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--no-allocation-site-pretenuring');
