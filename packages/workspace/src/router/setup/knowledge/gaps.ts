/** Questions that no article answered, and what becomes of them: an article, or a question that an article lists. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { dateTime, idempotencyKey, orgId } from '../../../contract/fields.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { DOCUMENT_KEY } from '../../../setup/knowledge/documents.js';
import { findByKey, findPage } from '../../../setup/knowledge/page-rows.js';
import type { Gap } from '../../../setup/knowledge/ports.js';
import { basesOf, countChange, isAgentBase } from '../../../setup/knowledge/source-bases.js';
import { type ListedQuestion, question, SOURCE_LIMITS } from '../../../setup/knowledge/source-fields.js';
import { findSource, updateSource } from '../../../setup/knowledge/source-rows.js';
import { once } from '../../changes/once.js';
import { recordChange } from '../../changes/record-change.js';
import { forMembers } from '../../procedure.js';
import type { Services } from '../../services.js';
import { addSource, aiAgentIds, articleOf, inboxIds } from './create-source.js';
import { mustBeAgents, mustBeInboxes, ownInboxes } from './named-bases.js';
import { details, listInput, nextCursor, readSource, TAGS, wrongCursor } from './read-sources.js';
import { mustBeOurs, NO_SOURCE } from './shown-source.js';

/** Of one inbox. Rarer ones are not shown until some of these are done. */
const MOST = 1_000;

const inboxId = z.string().max(64);
const key = z.string().max(64).describe('Of the question, in this inbox.');
const gap = z.object({ inboxId, key });

const listedGap = z.object({
  inboxId,
  inboxName: z.string(),
  aiAgentId: z
    .string()
    .nullable()
    .describe('The AI agent of the inbox, which an article for it is for. Null: it has none.'),
  key,
  ...{ text: z.string(), count: z.int(), lastAskedAt: dateTime },
});

export const gaps = forMembers()
  .route({
    method: 'GET',
    path: '/knowledge/gaps',
    tags: TAGS,
    summary: 'Questions without an answer',
    description:
      'What visitors asked and no article answered, without addresses and numbers in them: how many asked, and when it was last. Those asked most come first.',
  })
  .input(z.object({ orgId, inboxId: inboxId.optional(), ...listInput }))
  .output(
    z.object({
      items: z.array(listedGap),
      nextCursor,
    }),
  )
  .handler(async ({ context: { services, scope }, input }) => {
    const after = input.cursor === undefined ? null : placeIn(input.cursor);
    const inboxes = (await ownInboxes(services, scope)).filter(
      (each) => input.inboxId === undefined || each.inboxId === input.inboxId,
    );
    const all = await Promise.all(
      inboxes.map(async (each) =>
        (await services.knowledge.gaps(each.inboxId, MOST)).map((asked) => ({
          ...{ asked, inboxId: each.inboxId, place: placeOf(each.inboxId, asked) },
        })),
      ),
    );
    const left = all.flat().filter(({ place }) => after === null || inOrder(after, place) < 0);
    const shown = left.sort((a, b) => inOrder(a.place, b.place)).slice(0, input.limit);
    const last = shown.at(-1);
    return {
      items: shown.map((each) => {
        const { lastAsked, ...rest } = each.asked;
        return { ...rest, ...inboxOf(services, each.inboxId), lastAskedAt: new Date(lastAsked).toISOString() };
      }),
      ...(left.length > shown.length && last && { nextCursor: cursorOf(last.place) }),
    };
  });

/** Where a question is in the list. It stays there whatever is taken off the list before it. */
interface Place {
  readonly count: number;
  readonly lastAsked: number;
  /** Its inbox and key. */
  readonly name: string;
}

const placeOf = (inbox: string, { count, lastAsked, key: of }: Gap): Place => ({
  ...{ count, lastAsked, name: `${inbox}.${of}` },
});

/** Negative: `a` comes first. */
const inOrder = (a: Place, b: Place): number =>
  b.count - a.count || b.lastAsked - a.lastAsked || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const cursorOf = ({ count, lastAsked, name }: Place): string => `${count}.${lastAsked}.${name}`;

function placeIn(cursor: string): Place {
  const [, count, lastAsked, name] = /^(\d{1,15})\.(\d{1,15})\.(.+)$/.exec(cursor) ?? [];
  if (name === undefined) throw wrongCursor();
  return { count: Number(count), lastAsked: Number(lastAsked), name };
}

function inboxOf({ inboxes }: Services, id: string) {
  const { name = id, knowledgeBase = id } = inboxes.settings(id) ?? {};
  return { inboxId: id, inboxName: name, aiAgentId: isAgentBase(knowledgeBase) ? knowledgeBase : null };
}

export const dismissGap = forMembers({ kind: 'write' })
  .route({
    method: 'POST',
    path: '/knowledge/dismissGap',
    tags: TAGS,
    summary: 'Dismiss a question without an answer',
    description: 'Takes the question off the list. It comes back when it is asked again and not answered.',
  })
  .input(z.object({ orgId, inboxId, key }))
  .output(z.object({ key: z.string() }))
  .handler(async ({ context: { services, scope }, input }) => {
    await mustBeInboxes(services, scope, [input.inboxId]);
    if (!(await services.knowledge.dismissGap(input.inboxId, input.key)))
      throw failure('NOT_FOUND', 'There is no such question. It may have been dismissed already.');
    return { key: input.key };
  });

export const draftArticle = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/knowledge/draftArticle',
    tags: TAGS,
    summary: 'Begin an article that answers a question',
    description:
      'Makes a paused article without text that lists the question, and takes the question off the list. Visitors see nothing of it until a text is written and it is changed to `paused: false`. Undo by deleting it.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      question: question.describe('Its title, and the question that it lists.'),
      gap: gap.optional(),
      aiAgentIds: aiAgentIds.default([]),
      inboxIds: inboxIds.default([]),
    }),
  )
  .output(details)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { gap: named, question: asked } = input;
    await mustBeInboxes(services, scope, [...input.inboxIds, ...(named ? [named.inboxId] : [])]);
    await mustBeAgents(services, scope, input.aiAgentIds);
    const given = { ...input, type: 'article', language: null, leftToPeople: false, paused: true } as const;
    const { sourceId } = await addSource(context, given, articleOf('', null), asked, [
      { heading: '', question: asked },
    ]);
    if (named) await services.knowledge.dismissGap(named.inboxId, named.key);
    return readSource(services, scope, sourceId);
  });

export const addQuestion = forMembers({ kind: 'write', role: 'admin', job: true })
  .route({
    method: 'POST',
    path: '/knowledge/addQuestion',
    tags: TAGS,
    summary: 'List a question with what answers it',
    description:
      'Notes that a page of a source answers this question, as customers ask it: the search learns from it, and it is never shown. `heading`: the section that answers, as the page has it. The question is taken off the list of those without an answer.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      sourceId: z.string().max(80),
      pageId: z.string().max(64).optional().describe('Required of a website; other sources have one page.'),
      heading: z.string().trim().max(200).default(''),
      question,
      gap: gap.optional(),
    }),
  )
  .output(details)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { sourceId, pageId, heading, question: asked, gap: named } = input;
    mustBeOurs(sourceId);
    if (named) await mustBeInboxes(services, scope, [named.inboxId]);
    await once(context, input, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      const before = await findSource(transaction, scope, sourceId);
      if (!before) throw failure('NOT_FOUND', NO_SOURCE);
      const page = await (pageId === undefined
        ? findByKey(transaction, sourceId, DOCUMENT_KEY)
        : findPage(transaction, sourceId, pageId));
      if (!page) throw failure('NOT_FOUND', 'The source has no such page. Name one of its pages as `pageId`.');
      const listed = JSON.parse(page.questions) as readonly ListedQuestion[];
      if (listed.filter((each) => each.heading === heading).length >= SOURCE_LIMITS.questions)
        throw failure('CONFLICT', `A section lists at most ${SOURCE_LIMITS.questions} questions.`);
      const others = listed.filter((each) => each.question !== asked || each.heading !== heading);
      await transaction
        .updateTable('knowledge_page')
        .set({ questions: JSON.stringify([...others, { heading, question: asked }]) })
        .where('id', '=', page.id)
        .execute();
      const isDocument = before.type !== 'website';
      // A website is not visited for it: the page is only indexed anew.
      if (isDocument) await updateSource(transaction, sourceId, {}, before.state === 'paused', services.now());
      await countChange(transaction, scope, await basesOf(transaction, sourceId), services.now());
      const version = before.version + (isDocument ? 1 : 0);
      await recordChange(transaction, context, {
        ...{ target: 'knowledge_source', targetId: sourceId, version, fields: ['questions'] },
      });
      return { sourceId };
    });
    if (named) await services.knowledge.dismissGap(named.inboxId, named.key);
    services.knowledge.soon();
    return readSource(services, scope, sourceId);
  });
