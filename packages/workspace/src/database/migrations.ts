/**
 * The schema, step by step, for both databases. A step runs once, in this order, and is never changed after a release. Its place in
 * the list is the version that the database remembers. The tables of the auth library are made after these, by itself.
 */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

export interface Migration {
  readonly name: string;
  up(db: Kysely<Tables>): Promise<void>;
}

const accounts: Migration = {
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

const usedCodes: Migration = {
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

const mail: Migration = {
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

const teams: Migration = {
  name: '004-teams',
  async up(db) {
    await db.schema
      .createTable('team')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('emoji', 'text')
      .addColumn('routing', 'text', (column) => column.notNull())
      .addColumn('opening', 'text')
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('team_name', ['org_id', 'name_key'])
      .execute();
    await db.schema
      .createTable('team_member')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('team_member_key', ['team_id', 'member_id'])
      .execute();
    await db.schema.createIndex('team_member_of').on('team_member').column('member_id').execute();
    await db.schema
      .createTable('invitation_team')
      .addColumn('invitation_id', 'text', (column) => column.notNull())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('invitation_team_key', ['invitation_id', 'team_id'])
      .execute();
    await db.schema.createIndex('invitation_team_of').on('invitation_team').column('team_id').execute();
  },
};

const organizationLife: Migration = {
  name: '005-onboarding-and-deletion',
  async up(db) {
    await db.schema
      .createTable('onboarding_step')
      .addColumn('org_id', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('onboarding_step_key', ['org_id', 'step'])
      .execute();
    await db.schema
      .createTable('deleted_organization')
      .addColumn('org_id', 'text', (column) => column.primaryKey())
      .addColumn('slug_hash', 'text', (column) => column.notNull())
      .addColumn('demo', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('deleted_organization_slug').on('deleted_organization').column('slug_hash').execute();
  },
};

export const MIGRATIONS: readonly Migration[] = [accounts, usedCodes, mail, teams, organizationLife];
