/** Who asks. One request has one caller, whatever door it came through. */
import type { Role } from '../auth/auth-rows.js';

export type Scope = 'read' | 'write';

export interface Person {
  readonly kind: 'person';
  /** The browser in which they are signed in. */
  readonly sessionId: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The address has been shown to be theirs. */
  readonly verified: boolean;
  readonly isInstallationAdmin: boolean;
}

export interface OrganizationKey {
  readonly kind: 'key';
  readonly keyId: string;
  /** The only organization that the key reaches. */
  readonly orgId: string;
  readonly scopes: readonly Scope[];
}

/** What a person lets an agent do. `procedures`: only these, reads included; null: every read. */
export type Permission =
  | { readonly mode: 'read'; readonly procedures: readonly string[] | null }
  | { readonly mode: 'write'; readonly procedures: readonly string[] };

/** An AI agent that works in the name of a person, in one organization. */
export interface Agent {
  readonly kind: 'agent';
  readonly credentialId: string;
  readonly orgId: string;
  readonly permission: Permission;
  /** Who let it in. Their membership and role of now hold for it too. */
  readonly userId: string;
  /** Their address has been shown to be theirs. */
  readonly verified: boolean;
}

export type Caller = { readonly kind: 'anonymous' } | Person | OrganizationKey | Agent;

/** What a person is in one organization. */
export interface Membership {
  readonly role: Role;
  readonly suspended: boolean;
}

declare const scoped: unique symbol;
/** The id of an organization that the caller may reach. Queries on an organization's data take nothing else. */
export type OrgScope = string & { readonly [scoped]: true };
