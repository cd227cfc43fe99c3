/** What test runs of AI agents got after their first release. */
import type { Migration } from './migration.js';

/**
 * The conversation of each question that a test run copied, so that the copy is deleted with it. Copies from before are deleted after
 * 30 days, as all runs are.
 */
export const runConversations: Migration = {
  name: '011-run-conversations',
  async up(db) {
    await db.schema.alterTable('ai_agent_run_answer').addColumn('conversation', 'text').execute();
    await db.schema
      .createIndex('ai_agent_run_answer_conversation')
      .on('ai_agent_run_answer')
      .column('conversation')
      .execute();
  },
};

/** Runs of tests that were given with the call get a kind of their own: they say nothing of the version's own tests. */
export const givenTests: Migration = {
  name: '012-given-tests',
  async up(db) {
    const runs = await db.selectFrom('ai_agent_run').select(['id', 'fields']).where('kind', '=', 'own').execute();
    for (const { id, fields } of runs) {
      const asked = await db
        .selectFrom('ai_agent_run_answer')
        .select(['question', 'expected'])
        .where('run_id', '=', id)
        .orderBy('ordinal')
        .execute();
      const tests = asked.map(({ question, expected }) => ({ question, ...JSON.parse(expected ?? '{}') }));
      if (keyOf(tests) !== keyOf(JSON.parse(fields).tests))
        await db.updateTable('ai_agent_run').set({ kind: 'given' }).where('id', '=', id).execute();
    }
  },
};

interface StoredTest {
  readonly question: string;
  readonly expect: string;
  readonly documentId: string | null;
}

const keyOf = (tests: readonly StoredTest[]): string =>
  JSON.stringify(tests.map(({ question, expect, documentId }) => [question, expect, documentId]));
