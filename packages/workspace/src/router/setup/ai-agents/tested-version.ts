/** What the stored runs say of a version that is to be published. */
import type { Transaction } from 'kysely';
import type { Tables } from '../../../database/tables.js';
import type { TestedVersion } from '../../../setup/ai-agents/publish-gate.js';
import { lossesOf, runsOf } from '../../../setup/ai-agents/runs/run-rows.js';

/** Shown with a refusal. */
const MOST_LOSSES = 50;

export async function testedVersion(
  transaction: Transaction<Tables>,
  agentId: string,
  version: number,
  hasTests: boolean,
): Promise<TestedVersion> {
  const runs = (await runsOf(transaction, [agentId])).filter((run) => run.version === version && run.kind !== 'given');
  const ended = runs.filter(({ state }) => state === 'done');
  // One of each kind: a run of past questions doesn't take the place of the tests.
  const newest = (['own', 'past'] as const).flatMap((kind) => ended.find((run) => run.kind === kind) ?? []);
  const rows = await lossesOf(
    transaction,
    newest.map(({ id }) => id),
    MOST_LOSSES,
  );
  return {
    hasTests,
    hasRun: newest.some(({ kind }) => kind === 'own'),
    isRunning: runs.some(({ state }) => state === 'waiting' || state === 'running'),
    losses: rows.map(({ question, difference }) => ({
      question,
      why: difference === 'worse' ? ('lost' as const) : ('failed' as const),
    })),
  };
}
