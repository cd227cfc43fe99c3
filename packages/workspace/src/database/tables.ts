/**
 * Our own tables. Columns are portable: ids and JSON are text, times are Unix milliseconds. The tables of
 * the auth library are read by its adapter only, because its dates and booleans differ by database.
 */

import type { AiAgentRunAnswers, AiAgentRuns, AiAgents, AiAgentVersions } from './tables/ai-agents-tables.js';
import type { InboxTables } from './tables/inbox-tables.js';
import type {
  KnowledgeBases,
  KnowledgeContents,
  KnowledgePages,
  KnowledgeSourceBases,
  KnowledgeSources,
  KnowledgeTurn,
} from './tables/knowledge-tables.js';

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

/** What mail a person has ordered. */
export interface EmailPreferences {
  user_id: string;
  /** JSON of `Topics`. */
  topics: string;
  frequency: string | null;
  consent_at: number | null;
  consent_ip: string | null;
  consent_ua: string | null;
  created_at: number;
  updated_at: number;
}

/** Mails, sent or not. */
export interface EmailMessages {
  id: string;
  /** Null: in the name of the installation. */
  org_id: string | null;
  recipient: string;
  template: string;
  category: string;
  subject: string;
  /** Of a mail that was not sent, for some days. */
  text: string | null;
  created_at: number;
}

/** What became of a mail. Rows are only added. */
export interface EmailEvents {
  id: string;
  message_id: string;
  kind: string;
  at: number;
}

/** Teams of organizations. */
export interface Teams {
  id: string;
  org_id: string;
  name: string;
  /** The name without regard to case: unique in the organization. */
  name_key: string;
  emoji: string | null;
  routing: string;
  /** JSON of `BusinessHours`. Null: the inbox's hours hold. */
  opening: string | null;
  /** Counts the changes, those of the members too. */
  version: number;
  created_at: number;
  updated_at: number;
}

export interface TeamMembers {
  team_id: string;
  member_id: string;
}

/** The teams that a person who is invited will be in. */
export interface InvitationTeams {
  invitation_id: string;
  team_id: string;
}

/** What an organization's people have ticked off of its setup. Without a row a step is pending. */
export interface OnboardingSteps {
  org_id: string;
  step: string;
  state: string;
  updated_at: number;
}

/** What must be known of an organization that is no more, so that no other one takes its place: no name and no words. */
export interface DeletedOrganizations {
  org_id: string;
  /** Of its slug, which no other organization gets: inboxes may still name it. */
  slug_hash: string;
  demo: number;
  created_at: number;
  deleted_at: number;
}

/** Changes of settings that wait for their number in the organization's log. No words: what a field holds is read when it is shown. */
export interface Outbox {
  id: string;
  org_id: string;
  /** `person`, `key`, `agent` or `system`. */
  actor_kind: string;
  actor_id: string;
  /** The procedure, such as `inboxes.update`. */
  action: string;
  /** `inbox`, `ai_agent`, `knowledge_source`. */
  target_type: string;
  target_id: string;
  /** Of the target after the change. */
  version: number | null;
  /** JSON: the names of the changed fields. */
  fields: string;
  at: number;
}

/** What a person lets a linked agent do in one organization. The library's token names it. */
export interface AgentGrants {
  id: string;
  org_id: string;
  user_id: string;
  /** The browser in which the person consented: the grant ends with its session. */
  session_id: string;
  client_id: string;
  /** As the client called itself. */
  client_name: string;
  /** Where the person was sent afterwards. */
  redirect_host: string;
  /** JSON of a `Permission`. */
  permission: string;
  /** JSON: what of the account the client learns. */
  scopes: string;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
}

export interface Tables extends InboxTables {
  one_time_link: OneTimeLinks;
  installation_admin: InstallationAdmins;
  idempotent_answer: IdempotentAnswers;
  used_code: UsedCodes;
  email_preference: EmailPreferences;
  email_message: EmailMessages;
  email_event: EmailEvents;
  team: Teams;
  team_member: TeamMembers;
  invitation_team: InvitationTeams;
  onboarding_step: OnboardingSteps;
  deleted_organization: DeletedOrganizations;
  outbox: Outbox;
  agent_grant: AgentGrants;
  knowledge_source: KnowledgeSources;
  knowledge_page: KnowledgePages;
  knowledge_content: KnowledgeContents;
  knowledge_source_base: KnowledgeSourceBases;
  knowledge_base: KnowledgeBases;
  knowledge_turn: KnowledgeTurn;
  ai_agent: AiAgents;
  ai_agent_version: AiAgentVersions;
  ai_agent_run: AiAgentRuns;
  ai_agent_run_answer: AiAgentRunAnswers;
}
