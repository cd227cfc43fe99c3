/** Accounts: the owner link, admins of the installation, and the outcomes of calls that may be repeated. */
import type { Migration } from './migration.js';

export const accounts: Migration = {
  name: '001-accounts',
  async up(db) {
    await db.schema
      .createTable('one_time_link')
      .addColumn('kind', 'text', (column) => column.primaryKey())
      .addColumn('secret_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('installation_admin')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('idempotent_answer')
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('caller_id', 'text', (column) => column.notNull())
      .addColumn('procedure', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('input_hash', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotent_answer_key', ['org_id', 'caller_id', 'procedure', 'idempotency_key'])
      .execute();
    await db.schema.createIndex('idempotent_answer_age').on('idempotent_answer').column('created_at').execute();
  },
};

export const usedCodes: Migration = {
  name: '002-used-codes',
  async up(db) {
    await db.schema
      .createTable('used_code')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('used_code_key', ['user_id', 'code_hash'])
      .execute();
  },
};
