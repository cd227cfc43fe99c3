/** What an AI agent's fields may be. Those that `inbox.json` has too are the same as there. */
import { CONFIG_LIMITS } from '@service/protocol';
import { inboxFileSchema } from '@service/protocol/schema';
import { z } from 'zod';
import { line } from '../../contract/fields.js';

const MOST_ID = 64;
const MOST_MODEL = 220;
export const AGENT_LIMITS = { tests: 200, question: 500, knowledge: 200, turns: 20, documentId: 200 } as const;

export const agentId = z.string().max(MOST_ID);

const { instructions, answerParts, linkHosts, budget, tools } = inboxFileSchema.shape;

/** What becomes of a question: an answer, the word that it isn't known, or a person who takes over. */
export const EXPECTED = ['answered', 'refused', 'person'] as const;

export const agentTest = z.strictObject({
  question: line(AGENT_LIMITS.question),
  expect: z
    .enum(EXPECTED)
    .describe('`answered`, `refused`: it says that it doesn’t know; `person`: a person takes over or is offered.'),
  documentId: z
    .string()
    .min(1)
    .max(AGENT_LIMITS.documentId)
    .nullable()
    .default(null)
    .describe('With `answered`: the article that the answer must cite. Null: any.'),
});
export type AgentTest = z.output<typeof agentTest>;

const handoff = z.strictObject({
  onUnknown: z
    .enum(['offer', 'auto'])
    .default('offer')
    .describe('When it doesn’t know: `offer` a person below the answer, or hand over by itself (`auto`).'),
  afterTurns: z
    .int()
    .min(1)
    .max(AGENT_LIMITS.turns)
    .nullable()
    .default(null)
    .describe('After so many answers in a row it hands over by itself. Null: never.'),
});

/** Each field as it is sent with a change. */
export const agentFields = {
  name: line(CONFIG_LIMITS.agentName).describe('As visitors see it, and unique in the organization.'),
  title: line(CONFIG_LIMITS.agentTitle).nullable().describe('Below the name. Null: nothing.'),
  instructions: instructions.unwrap().describe('How it is to answer, in your words. They need a model.'),
  model: z
    .string()
    .min(1)
    .max(MOST_MODEL)
    .nullable()
    .describe('One of the server’s models (`models` of `aiAgents.list`). Null: the articles answer by themselves.'),
  answerParts: answerParts.unwrap().describe('What it may show below its answers.'),
  linkHosts: linkHosts.unwrap().describe('Hosts, besides those of the inbox’s pages, that it may link to.'),
  budget: budget.unwrap().describe('The most tokens per day (UTC). Null: no limit.'),
  tools: tools.unwrap().describe('What of the functions of pages it may call.'),
  handoff: handoff.describe('When people take over, in inboxes that have people.'),
  knowledgeIds: z
    .array(z.string().max(MOST_ID))
    .max(AGENT_LIMITS.knowledge)
    .transform((ids) => [...new Set(ids)])
    .describe('Knowledge sources that it answers from.'),
  tests: z.array(agentTest).max(AGENT_LIMITS.tests).describe('Questions that it must answer before it is published.'),
};

export type AgentFields = { readonly [Name in keyof typeof agentFields]: z.output<(typeof agentFields)[Name]> };
export type AgentChange = { readonly [Name in keyof AgentFields]?: AgentFields[Name] };

/** Of a new agent, beside what is given. `model`: the server's first, or null. */
export const newAgentFields = (given: AgentChange & Pick<AgentFields, 'name'>, model: string | null): AgentFields => ({
  title: null,
  instructions: null,
  model,
  answerParts: answerParts.parse(undefined),
  linkHosts: [],
  budget: budget.parse(undefined),
  tools: tools.parse(undefined),
  handoff: handoff.parse({}),
  knowledgeIds: [],
  tests: [],
  ...given,
});
