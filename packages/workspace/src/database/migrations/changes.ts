/** Changes of settings that wait for their number in the organization's log. */
import type { Migration } from './migration.js';

export const outbox: Migration = {
  name: '006-outbox',
  async up(db) {
    await db.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('actor_kind', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('target_type', 'text', (column) => column.notNull())
      .addColumn('target_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer')
      .addColumn('fields', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('outbox_age').on('outbox').columns(['at', 'id']).execute();
  },
};
