/** What a person who lets an agent in can choose from. */
import { OPERATIONS } from './operations.js';
import { readsWithWrites, setupWrites } from './setup-operations.js';

export interface PermissionChoices {
  /** The writes that set a workspace up, in their order. */
  readonly setup: readonly string[];
  /** The reads that come with every write. */
  readonly reads: readonly string[];
  readonly procedures: readonly {
    readonly id: string;
    readonly group: string;
    readonly name: string;
    readonly description: string;
    readonly kind: 'read' | 'write' | 'destructive';
  }[];
}

export const permissionChoices = (): PermissionChoices => ({
  setup: setupWrites(),
  reads: readsWithWrites(),
  procedures: [...OPERATIONS.values()]
    .filter(({ excluded }) => excluded === null)
    .map(({ id, group, summary, description, meta }) => ({ id, group, name: summary, description, kind: meta.kind })),
});
