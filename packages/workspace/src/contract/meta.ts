/** What is known of each procedure. The document, the permission tests and the guard all read it: the tag that lists is the tag that guards. */
import type { Role } from '../auth/auth-rows.js';

/**
 * - `anyone`: also without an account.
 * - `person`: anybody who is signed in.
 * - `organization`: a member with the role, or a key of the organization with the scope.
 * - `installation`: an admin of the installation.
 * - `founder`: the same, and with `ORGANIZATIONS_BY=anyone` each person who is signed in.
 */
export type Access = 'anyone' | 'person' | 'organization' | 'installation' | 'founder';

export interface ProcedureMeta {
  readonly access: Access;
  /** A destructive one can't be undone. */
  readonly kind: 'read' | 'write' | 'destructive';
  /** The least role of a member. */
  readonly role: Role;
  /** Keys are refused: it needs the person. */
  readonly sessionOnly: boolean;
  readonly availableBeforeApproval: boolean;
  /** Its answer holds a secret that is shown once, so a repeated call is never answered from the store. */
  readonly issuesSecret: boolean;
  /** It begins work that goes on after its answer. */
  readonly job: boolean;
}

export const DEFAULT_META: ProcedureMeta = {
  access: 'organization',
  kind: 'read',
  role: 'member',
  sessionOnly: false,
  availableBeforeApproval: false,
  issuesSecret: false,
  job: false,
};
