/** Teams of an organization. */
import type { Migration } from './migration.js';

export const teams: Migration = {
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
