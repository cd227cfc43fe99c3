/**
 * The conversation of each question that a test run copied, so that the copy is deleted with it. Copies from before are deleted after
 * 30 days, as all runs are.
 */
import type { Migration } from './migration.js';

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
