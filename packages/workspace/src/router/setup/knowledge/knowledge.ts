/** Knowledge sources: what questions are answered from. */
import { z } from 'zod';
import { orgId } from '../../../contract/fields.js';
import { forMembers } from '../../procedure.js';
import { refresh, remove, update } from './change-source.js';
import { create } from './create-source.js';
import { addQuestion, dismissGap, draftArticle, gaps } from './gaps.js';
import { baseOf } from './named-bases.js';
import { get, list, TAGS } from './read-sources.js';

const verdict = z.enum(['answered', 'near', 'unknown']);

const search = forMembers()
  .route({
    method: 'GET',
    path: '/knowledge/search',
    tags: TAGS,
    summary: 'Ask the articles',
    description:
      'The passages that speak of a question, the best first, with the verdict of the gate: `answered` is enough to answer, `near` is offered as something similar, `unknown` is not shown. Nothing is stored of it.',
  })
  .input(
    z.object({
      orgId,
      text: z.string().trim().min(1).max(1_000).describe('The question, as a visitor would ask it.'),
      aiAgentId: z.string().max(64).describe('An AI agent, whose draft is asked, or an inbox that is a folder.'),
    }),
  )
  .output(
    z.object({
      verdict: verdict.describe('Of the best passage.'),
      passages: z.array(
        z.object({
          documentId: z.string(),
          title: z.string(),
          url: z.string().nullable(),
          heading: z.string(),
          text: z.string(),
          coverage: z.number().describe('How sure it is that the passage speaks of the question, 0 to 1.'),
          verdict,
        }),
      ),
    }),
  )
  .handler(async ({ context: { services, scope }, input }) => {
    const passages = await services.knowledge.search(await baseOf(services, scope, input.aiAgentId), input.text);
    return { verdict: passages[0]?.verdict ?? 'unknown', passages: [...passages] };
  });

export const knowledge = {
  list,
  get,
  create,
  update,
  refresh,
  delete: remove,
  search,
  gaps,
  dismissGap,
  draftArticle,
  addQuestion,
};
