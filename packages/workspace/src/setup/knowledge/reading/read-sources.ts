/** Reads what is due, on this node: at once when it is made or changed here, and at each look for what other nodes have left. */
import type { After } from '../../../organizations/daily.js';
import type { Services } from '../../../router/services.js';
import { type JobWorker, startJobWorker } from '../../job-worker.js';
import { changedSince } from '../source-bases.js';
import { finishRun } from './finish-run.js';
import { readDocument } from './read-document.js';
import { readWebsite } from './read-website.js';
import { freeTurns, giveTurnUp, MOST_TRIES, type Turn, TurnLost, takeTurn } from './turns.js';

const LOOK_EVERY_MS = 3_000;
/** Sources that this node reads at once. */
const AT_ONCE = 4;
/** Changes of bases are looked for so far back: clocks of nodes differ. */
const LOOK_BACK_MS = 60_000;
/** At the start: what was changed while no node could follow it. */
const FIRST_LOOK_BACK_MS = 24 * 3_600_000;

/** `soon`: also where what a base has was changed. */
export async function startReading(services: Services, after: After): Promise<JobWorker> {
  const { database, knowledge, now, log } = services;
  const versions = new Map<string, number>();
  let lookBackMs = FIRST_LOOK_BACK_MS;
  if (database.type === 'sqlite') await freeTurns(database.db, now());
  const noteChanges = async (): Promise<void> => {
    for (const { base, version } of await changedSince(database.db, now() - lookBackMs)) {
      if (versions.get(base) !== version) knowledge.onChanged(base);
      versions.set(base, version);
    }
    lookBackMs = LOOK_BACK_MS;
  };
  return startJobWorker(
    {
      everyMs: LOOK_EVERY_MS,
      most: AT_ONCE,
      prepare: noteChanges,
      claim: () => takeTurn(database.db, now()),
      work: (turn, signal) => readTurn(services, turn, signal),
      onFailure: (error) =>
        log('error', 'sources could not be looked for; it is tried again', { error: error.message }),
    },
    after,
  );
}

/** Never rejects. */
async function readTurn(services: Services, turn: Turn, signal: AbortSignal): Promise<void> {
  const { database, now, log } = services;
  const { source } = turn;
  try {
    // The server may have begun to leave while the turn was taken.
    signal.throwIfAborted();
    const problem = await readSource(services, turn, signal);
    await finishRun(services, turn, problem);
  } catch (error) {
    if (error instanceof TurnLost) return;
    if (!signal.aborted)
      log('error', 'a source could not be read', { source: source.id, error: (error as Error).message });
    if (signal.aborted) return giveTurnUp(database.db, turn, now()).catch(() => undefined);
    await finishRun(services, turn, 'The server failed while it was read. Refresh it.').catch(() => undefined);
  }
}

/** Why it ended early; null: everything was read. */
async function readSource(services: Services, turn: Turn, signal: AbortSignal): Promise<string | null> {
  const { source } = turn;
  if (source.tries > MOST_TRIES)
    return `The server has ended ${MOST_TRIES} times while it was read, so it is not tried again by itself.`;
  if (source.type === 'website') return readWebsite(services, turn, signal);
  await readDocument(services, turn);
  return null;
}
