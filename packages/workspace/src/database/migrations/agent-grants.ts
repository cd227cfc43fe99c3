/** What people let AI agents do that are linked to their account. */
import type { Migration } from './migration.js';

export const agentGrants: Migration = {
  name: '007-agent-grants',
  async up(db) {
    await db.schema
      .createTable('agent_grant')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text', (column) => column.notNull())
      .addColumn('client_name', 'text', (column) => column.notNull())
      .addColumn('redirect_host', 'text', (column) => column.notNull())
      .addColumn('permission', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('agent_grant_of').on('agent_grant').columns(['org_id', 'user_id']).execute();
    await db.schema.createIndex('agent_grant_client').on('agent_grant').column('client_id').execute();
    await db.schema.createIndex('agent_grant_age').on('agent_grant').column('expires_at').execute();
  },
};
