/** Knowledge sources. */
import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';
import type { Migration } from './migration.js';

export const knowledge: Migration = {
  name: '008-knowledge',
  async up(db) {
    await makeSources(db);
    await makePages(db);
    await makeBases(db);
    await db.schema
      .createTable('knowledge_turn')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('taken', 'bigint', (column) => column.notNull())
      .execute();
    await db.insertInto('knowledge_turn').values({ id: 1, taken: 0 }).execute();
  },
};

async function makeSources(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('knowledge_source')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('written', 'text')
    .addColumn('left_to_people', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('run', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('host', 'text')
    .addColumn('has_more', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('knowledge_source_of').on('knowledge_source').columns(['org_id', 'id']).execute();
  await db.schema.createIndex('knowledge_source_due').on('knowledge_source').column('due_at').execute();
}

async function makePages(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('knowledge_page')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('page_key', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('run', 'integer', (column) => column.notNull())
    .addColumn('found', 'integer', (column) => column.notNull())
    .addColumn('passages', 'integer', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('content_hash', 'text')
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('questions', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addUniqueConstraint('knowledge_page_key', ['source_id', 'page_key'])
    .execute();
  await db.schema
    .createIndex('knowledge_page_turn')
    .on('knowledge_page')
    .columns(['source_id', 'found', 'run', 'place'])
    .execute();
  await db.schema.createIndex('knowledge_page_of').on('knowledge_page').columns(['org_id', 'bytes']).execute();
  await db.schema
    .createTable('knowledge_content')
    .addColumn('page_id', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('knowledge_content_key', ['page_id', 'part'])
    .execute();
}

async function makeBases(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('knowledge_source_base')
    .addColumn('source_id', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('knowledge_source_base_key', ['source_id', 'base'])
    .execute();
  await db.schema.createIndex('knowledge_source_base_of').on('knowledge_source_base').column('base').execute();
  await db.schema
    .createTable('knowledge_base')
    .addColumn('base', 'text', (column) => column.primaryKey())
    .addColumn('org_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('knowledge_base_changed').on('knowledge_base').column('changed_at').execute();
}
