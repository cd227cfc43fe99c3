/** Mail that was sent or not, what became of it, and what people ordered. */
import type { Migration } from './migration.js';

export const mail: Migration = {
  name: '003-mail',
  async up(db) {
    await db.schema
      .createTable('email_preference')
      .addColumn('user_id', 'text', (column) => column.primaryKey())
      .addColumn('topics', 'text', (column) => column.notNull())
      .addColumn('frequency', 'text')
      .addColumn('consent_at', 'bigint')
      .addColumn('consent_ip', 'text')
      .addColumn('consent_ua', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('email_message')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text')
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('template', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('email_message_recipient')
      .on('email_message')
      .columns(['recipient', 'created_at'])
      .execute();
    await db.schema.createIndex('email_message_age').on('email_message').column('created_at').execute();
    await db.schema
      .createTable('email_event')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('email_event_message').on('email_event').columns(['message_id', 'kind']).execute();
    await db.schema.createIndex('email_event_age').on('email_event').column('at').execute();
  },
};
