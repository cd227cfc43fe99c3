/**
 * Our own tables. Columns are portable: ids and JSON are text, times are Unix milliseconds, yes and no are 1 and 0. The tables of
 * the auth library are read by its adapter only, because its dates and booleans differ by database.
 */
import type { Insertable, Selectable } from 'kysely';

type Flag = 0 | 1;

/** What an organization is beside its name and slug, which the auth library stores. */
export interface OrganizationProfiles {
  org_id: string;
  time_zone: string;
  locale: string;
  website: string | null;
  /** JSON: description, industry, supportEmail, tone. */
  business: string;
  /** A demo workspace issues no agent credentials. */
  demo: Flag;
  approved: Flag;
  /** When its owner asked for its deletion; null: no. */
  deletion_requested_at: number | null;
  /** Counts the changes, so that a change of an outdated copy is refused. */
  version: number;
  updated_at: number;
}

/** One-time links: the first owner's. The secret is stored as a hash. */
export interface OneTimeLinks {
  /** `owner`. */
  kind: string;
  secret_hash: string;
  created_at: number;
}

/** Who administers the installation. */
export interface InstallationAdmins {
  user_id: string;
  since: number;
}

/** The answers of mutations that carried an idempotency key: ids and numbers only. */
export interface IdempotentAnswers {
  org_id: string;
  /** The account or key that asked. */
  caller_id: string;
  procedure: string;
  idempotency_key: string;
  /** Of the input, to refuse the same key with another one. */
  input_hash: string;
  /** JSON. */
  answer: string;
  created_at: number;
}

export interface Tables {
  organization_profile: OrganizationProfiles;
  one_time_link: OneTimeLinks;
  installation_admin: InstallationAdmins;
  idempotent_answer: IdempotentAnswers;
}

export type OrganizationProfile = Selectable<OrganizationProfiles>;
export type NewOrganizationProfile = Insertable<OrganizationProfiles>;
