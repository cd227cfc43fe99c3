/** The setup of an organization: what its people have ticked off, and what is so. The second never comes from the first. */
import type { AgentFacts } from '../setup/ai-agents/agent-facts.js';
import { isAgentBase } from '../setup/knowledge/source-bases.js';
import type { AnsweredBy, InboxFacts } from './inboxes.js';

export const STEPS = ['business', 'knowledge', 'agent', 'tests', 'look', 'install', 'team'] as const;
export type Step = (typeof STEPS)[number];
export const STEP_STATES = ['pending', 'done', 'skipped'] as const;
export type StepState = (typeof STEP_STATES)[number];
export type Checklist = Readonly<Record<Step, StepState>>;

export const checklistOf = (rows: readonly { readonly step: string; readonly state: string }[]): Checklist => {
  const states = new Map(rows.map(({ step, state }) => [step, state as StepState]));
  return Object.fromEntries(STEPS.map((step) => [step, states.get(step) ?? 'pending'])) as Record<Step, StepState>;
};

/** Null: none is left. */
export const nextStep = (checklist: Checklist): Step | null =>
  STEPS.find((step) => checklist[step] === 'pending') ?? null;

export interface SetupFacts {
  /** The organization has a website. */
  readonly business: boolean;
  /** Articles that can be answered from, each once: those of inboxes, and of sources that AI agents have. */
  readonly articles: number;
  /** Of these, those that inboxes have themselves: they are answered from without an AI agent. */
  readonly articlesOfInboxes: number;
  readonly answeredBy: readonly AnsweredBy[];
  readonly inboxes: number;
  readonly hasOwnLook: boolean;
  readonly hasVisitors: boolean;
  readonly hasMessages: boolean;
  readonly members: number;
  readonly agents: AgentFacts;
}

export const factsOf = (
  { agentArticles, ...known }: Pick<SetupFacts, 'business' | 'members' | 'agents'> & { readonly agentArticles: number },
  inboxes: readonly InboxFacts[],
): SetupFacts => {
  const bases = new Map(inboxes.map(({ knowledgeBase, articles }) => [knowledgeBase, articles]));
  const articlesOfInboxes = [...bases].reduce((all, [base, articles]) => all + (isAgentBase(base) ? 0 : articles), 0);
  return {
    ...{ ...known, inboxes: inboxes.length, articlesOfInboxes },
    articles: articlesOfInboxes + agentArticles,
    answeredBy: [...new Set(inboxes.map(({ answeredBy }) => answeredBy))].sort(),
    hasOwnLook: inboxes.some(({ hasOwnLook }) => hasOwnLook),
    hasVisitors: inboxes.some(({ hasVisitors }) => hasVisitors),
    hasMessages: inboxes.some(({ hasMessages }) => hasMessages),
  };
};

/** Null: the server can't know it. */
export type Reached = Readonly<Record<Step, boolean | null>>;

/** Null: without an AI agent there is nothing to test. */
const testsPassed = ({ aiAgents, lastRun }: AgentFacts): boolean | null =>
  aiAgents === 0 ? null : lastRun !== null && lastRun.failed === 0 && lastRun.worse === 0;

export const reachedBy = (facts: SetupFacts): Reached => ({
  business: facts.business,
  knowledge: facts.articles > 0,
  // Without articles, those that answer from them alone have nothing to say.
  agent: facts.agents.published > 0 || facts.answeredBy.some((by) => by !== 'articles') || facts.articlesOfInboxes > 0,
  tests: testsPassed(facts.agents),
  look: facts.hasOwnLook,
  install: facts.hasVisitors,
  team: facts.members > 1,
});

/** Of the steps of which the server can know whether they are reached. Whole percent. */
export function percentOf(reached: Reached): number {
  const known = STEPS.map((step) => reached[step]).filter((state) => state !== null);
  return Math.round((100 * known.filter(Boolean).length) / known.length);
}
