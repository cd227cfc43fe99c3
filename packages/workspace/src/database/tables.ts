/**
 * Our own tables. Columns are portable: ids and JSON are text, times are Unix milliseconds. The tables of
 * the auth library are read by its adapter only, because its dates and booleans differ by database.
 */
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

/** One-time codes that have been used. */
export interface UsedCodes {
  user_id: string;
  code_hash: string;
  used_at: number;
}

export interface Tables {
  one_time_link: OneTimeLinks;
  installation_admin: InstallationAdmins;
  idempotent_answer: IdempotentAnswers;
  used_code: UsedCodes;
}
