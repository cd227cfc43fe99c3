/** AI agents with their versions and test runs. */
import type { Migration } from './migration.js';

export const aiAgents: Migration = {
  name: '009-ai-agents',
  async up(db) {
    await db.schema
      .createTable('ai_agent')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('published', 'integer')
      .addColumn('changed_in', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('ai_agent_name', ['org_id', 'name_key'])
      .execute();
    await db.schema
      .createTable('ai_agent_version')
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('published_at', 'bigint')
      .addPrimaryKeyConstraint('ai_agent_version_key', ['agent_id', 'number'])
      .execute();
    await db.schema
      .createTable('ai_agent_run')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('agent_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('base', 'text', (column) => column.notNull())
      .addColumn('compared_with', 'integer')
      .addColumn('compared_fields', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('days', 'integer')
      .addColumn('most', 'integer')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('is_prepared', 'integer', (column) => column.notNull())
      .addColumn('problem', 'text')
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('lease_until', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute();
    await db.schema.createIndex('ai_agent_run_of').on('ai_agent_run').columns(['agent_id', 'created_at']).execute();
    await db.schema.createIndex('ai_agent_run_open').on('ai_agent_run').columns(['state', 'created_at']).execute();
    await db.schema
      .createTable('ai_agent_run_answer')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('ordinal', 'integer', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('before', 'text', (column) => column.notNull())
      .addColumn('expected', 'text')
      .addColumn('answer', 'text')
      .addColumn('compared_answer', 'text')
      .addColumn('passed', 'integer')
      .addColumn('difference', 'text')
      .addPrimaryKeyConstraint('ai_agent_run_answer_key', ['run_id', 'ordinal'])
      .execute();
  },
};
