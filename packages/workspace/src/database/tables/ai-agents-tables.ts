/** Tables of AI agents: their versions, and what their tests gave. */

/** An AI agent of an organization. What it is like is in its versions. */
export interface AiAgents {
  id: string;
  org_id: string;
  /** Of the newest version. */
  name: string;
  /** The name without regard to case: unique in the organization. */
  name_key: string;
  /** Number of the newest version. Each change makes another one. */
  version: number;
  /** Number of the version that visitors get. Null: none was published. */
  published: number | null;
  /** JSON: for each field, the number of the version that changed it last. */
  changed_in: string;
  created_at: number;
  updated_at: number;
}

/** A draft, and each version that was published. A draft that is changed becomes the next one: its row gets the next number. */
export interface AiAgentVersions {
  agent_id: string;
  number: number;
  /** `draft`, `published` or `superseded`. */
  state: string;
  /** JSON of `AgentFields`. */
  fields: string;
  created_at: number;
  /** The last time, where it was published again. */
  published_at: number | null;
}

/** A test run: questions that a version is asked, for no visitor. */
export interface AiAgentRuns {
  id: string;
  org_id: string;
  agent_id: string;
  version: number;
  /** JSON of `AgentFields`, so that a draft may be changed while it is tested. */
  fields: string;
  /** Under which key the store has its articles. */
  base: string;
  /** The published version that it is compared with. Null: with none. */
  compared_with: number | null;
  /** JSON of its `AgentFields`. */
  compared_fields: string | null;
  /** `own`: the version's tests; `given`: tests that came with the call; `past`: questions of visitors. */
  kind: string;
  /** With `past`: of how many days, and how many questions at most. */
  days: number | null;
  most: number | null;
  /** `waiting`, `running`, `done` or `failed`. */
  state: string;
  /** Its questions are in the table. */
  is_prepared: number;
  problem: string | null;
  /** Rises with each node that takes it up: an earlier one writes nothing more. */
  attempt: number;
  lease_until: number;
  created_at: number;
  finished_at: number | null;
}

/** A question of a run, and once it was asked what came of it. */
export interface AiAgentRunAnswers {
  run_id: string;
  /** From 0. */
  ordinal: number;
  question: string;
  /** In which a visitor asked it. Null: a written test, or a question from before this was stored. */
  conversation: string | null;
  /** JSON: what the visitor wrote before it. */
  before: string;
  /** JSON: what a test expects. Null: nothing, it is a visitor's question. */
  expected: string | null;
  /** JSON of `SimulatedAnswer`. Null: not asked yet. */
  answer: string | null;
  /** The same of the published version. Null: there is none. */
  compared_answer: string | null;
  /** 1 or 0. Null: nothing was expected. */
  passed: number | null;
  /** `better`, `worse`, `same` or `other`. Null: it was compared with none. */
  difference: string | null;
}
