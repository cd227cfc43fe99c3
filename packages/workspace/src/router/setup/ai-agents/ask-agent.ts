/** One question to a version of an AI agent, by a member. Nothing of it is stored. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { orgId, version } from '../../../contract/fields.js';
import { agentId, EXPECTED } from '../../../setup/ai-agents/agent-fields.js';
import { fieldsOf, findAgent, findVersion } from '../../../setup/ai-agents/agent-rows.js';
import { baseOf, type SimulatedAnswer } from '../../../setup/ai-agents/answering.js';
import { simulationPlace } from '../../../setup/ai-agents/simulation-place.js';
import { forMembers } from '../../procedure.js';
import { NO_AGENT, NO_VERSION } from './shown-agent.js';

const MOST_MESSAGES = 40;
const MOST_TEXT = 4_000;

const citation = z.object({
  number: z.int(),
  documentId: z.string(),
  title: z.string(),
  url: z.string().optional(),
  quote: z.string(),
});

/** An answer as procedures show it. */
export const simulatedAnswer = z.object({
  text: z.string(),
  outcome: z
    .enum(EXPECTED)
    .describe('`refused`: it says that it doesn’t know; `person`: a person takes over or is offered.'),
  certainty: z.enum(['answered', 'near', 'unknown', 'smalltalk']).describe('As the conversation’s log would name it.'),
  citations: z.array(citation),
});

export const shownAnswer = ({ text, outcome, certainty, citations }: SimulatedAnswer) => ({
  ...{ text, outcome, certainty },
  citations: citations.map((each) => ({ ...each })),
});

const passage = z.object({
  documentId: z.string(),
  title: z.string(),
  heading: z.string(),
  url: z.string().nullable(),
  text: z.string(),
  coverage: z.number().describe('How sure it is that the passage speaks of the question, 0 to 1.'),
});

export const ask = forMembers({ kind: 'write' })
  .route({
    method: 'POST',
    path: '/aiAgents/ask',
    tags: ['AI Agents'],
    summary: 'Ask an AI agent',
    description:
      'One answer of a version, by default the newest, with the passages that were found for it. Nothing is stored: there is no conversation, no visitor sees it, and no function of a page is called. It uses the model.',
  })
  .input(
    z.object({
      ...{ orgId, aiAgentId: agentId },
      version: version.optional(),
      history: z
        .array(z.strictObject({ by: z.enum(['visitor', 'agent']), text: z.string().trim().min(1).max(MOST_TEXT) }))
        .min(1)
        .max(MOST_MESSAGES)
        .refine((messages) => messages.at(-1)?.by === 'visitor', 'End with a message of the visitor: the question.')
        .describe('The conversation, oldest first; the last message is the question.'),
    }),
  )
  .output(
    simulatedAnswer.extend({
      version: z.int(),
      model: z.string().nullable().describe('What answered. Null: the articles.'),
      passages: z.array(passage).describe('What was found, the best first.'),
    }),
  )
  .handler(async ({ context: { services, scope }, input: { aiAgentId, version, history }, signal }) => {
    const { db } = services.database;
    const row = await findAgent(db, scope, aiAgentId);
    if (!row) throw failure('NOT_FOUND', NO_AGENT);
    const asked = await findVersion(db, aiAgentId, version ?? row.version);
    if (!asked) throw failure('NOT_FOUND', NO_VERSION);
    const { business, people, origins } = await simulationPlace(services, scope, aiAgentId);
    const agent = fieldsOf(asked);
    const simulation = await services.answering.ask(
      {
        ...{ orgId: scope, agent, business, people, origins, history },
        base: baseOf(aiAgentId, asked.state),
        isOfRun: false,
      },
      signal ?? new AbortController().signal,
    );
    if (!simulation.ok) throw PROBLEMS[simulation.problem]();
    const passages = simulation.answer.passages.map((each) => ({ ...each }));
    return { ...shownAnswer(simulation.answer), version: asked.number, model: agent.model, passages };
  });

const PROBLEMS = {
  busy: () =>
    failure('TOO_MANY_REQUESTS', 'Other questions to AI agents are being answered. Ask again in a few seconds.'),
  late: () => failure('CONFLICT', 'There was no answer in time. Ask again.'),
  failed: () =>
    failure('CONFLICT', 'The model could not be reached, or failed. Ask again, or look into the server’s log.'),
} as const;
