/** The setup checklist of an organization, and what is known of it after its deletion. */
import type { Migration } from './migration.js';

export const organizationLife: Migration = {
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
