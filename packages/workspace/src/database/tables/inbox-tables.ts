/** Tables of the inboxes that teams manage. */

/** An inbox of an organization. */
export interface Inboxes {
  id: string;
  org_id: string;
  /** `draft`, `live`, `paused` or `archived`. */
  state: string;
  /** JSON of `InboxFields`. */
  fields: string;
  /** Null: none answers but its articles, or what the server is set to. */
  ai_agent_id: string | null;
  /** JSON: ids of teams. */
  team_ids: string;
  /** JSON of a `KeyRing`, sealed by the master key. Null: there are none. */
  identity_keys: string | null;
  version: number;
  /** JSON: for each field, the version that changed it last. */
  changed_in: string;
  created_at: number;
  updated_at: number;
}

/** Each wording that visitors could agree to, so that it can be shown what a consent was to. Rows are only added. */
export interface InboxConsentWordings {
  inbox_id: string;
  version: string;
  locale: string;
  /** As in the record of a consent. */
  text_hash: string;
  text: string;
  since: number;
}

/** From which pages visitors came: an origin each. */
export interface InboxInstalls {
  inbox_id: string;
  origin: string;
  first_seen_at: number;
  last_seen_at: number;
  /** Name and version of the client of the last session. */
  loader_version: string;
}

/** How often something that all nodes hold in memory has changed: one number is compared in place of all rows. */
export interface Revisions {
  /** `inboxes`. */
  name: string;
  revision: number;
}

export interface InboxTables {
  inbox: Inboxes;
  inbox_consent_wording: InboxConsentWordings;
  inbox_install: InboxInstalls;
  revision: Revisions;
}
