/** Inboxes that teams manage, with their wordings, and where they were seen. */
import type { Migration } from './migration.js';

export const inboxes: Migration = {
  name: '007-inboxes',
  async up(db) {
    await db.schema
      .createTable('inbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('ai_agent_id', 'text')
      .addColumn('team_ids', 'text', (column) => column.notNull())
      .addColumn('identity_keys', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('changed_in', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('inbox_of').on('inbox').columns(['org_id', 'id']).execute();
    await db.schema
      .createTable('inbox_consent_wording')
      .addColumn('inbox_id', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('text_hash', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_consent_wording_key', ['inbox_id', 'version', 'locale', 'text_hash'])
      .execute();
    await db.schema
      .createTable('inbox_install')
      .addColumn('inbox_id', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('loader_version', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('inbox_install_key', ['inbox_id', 'origin'])
      .execute();
    await db.schema
      .createTable('revision')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .execute();
    await db.insertInto('revision').values({ name: 'inboxes', revision: 0 }).execute();
  },
};
