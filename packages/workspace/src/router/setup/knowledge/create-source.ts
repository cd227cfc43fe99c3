/** Adds a source. */
import { z } from 'zod';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId } from '../../../contract/fields.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { packed, saveContent } from '../../../setup/knowledge/contents.js';
import { DOCUMENT_KEY, documentName, faqMarkdown } from '../../../setup/knowledge/documents.js';
import { mustFitSource, mustHaveRoom } from '../../../setup/knowledge/limits.js';
import { newPage } from '../../../setup/knowledge/page-rows.js';
import { setInboxBases } from '../../../setup/knowledge/source-bases.js';
import {
  type DocumentSettings,
  type Faq,
  file,
  type ListedQuestion,
  SOURCE_TYPES,
  sourceFields,
  type Website,
} from '../../../setup/knowledge/source-fields.js';
import { insertSource } from '../../../setup/knowledge/source-rows.js';
import { once, type Writing } from '../../changes/once.js';
import { type ChangeContext, recordChange } from '../../changes/record-change.js';
import { forMembers } from '../../procedure.js';
import { setAgentsOfSource } from '../ai-agents/attach-source.js';
import { mustBeAgents, mustBeInboxes } from './named-bases.js';
import { details, readSource, TAGS } from './read-sources.js';

const ids = z
  .array(z.string().max(64))
  .max(50)
  .transform((given) => [...new Set(given)]);
export const aiAgentIds = ids
  .refine((given) => given.every((id) => id.startsWith('agt_')), 'Name AI agents by their ids.')
  .describe(
    'AI agents that have it: it goes into their drafts, and visitors are answered from it once those are published.',
  );
export const inboxIds = ids.describe('Inboxes that are folders and answer from it.');

/** What was written, as it is stored. */
export interface Written {
  readonly settings: Website | DocumentSettings;
  /** Of an article or a FAQ. */
  readonly written: string | null;
  /** Null: a website, whose pages are found. */
  readonly bytes: Uint8Array | null;
}

const DUE: Readonly<Record<(typeof SOURCE_TYPES)[number], 'text' | 'file' | 'website' | 'faq'>> = {
  article: 'text',
  file: 'file',
  website: 'website',
  faq: 'faq',
};

const input = z
  .object({
    orgId,
    idempotencyKey,
    type: z.enum(SOURCE_TYPES),
    title: sourceFields.title.optional().describe('Default: the name of the file, or the site’s.'),
    language: sourceFields.language.default(null),
    url: sourceFields.url.default(null),
    leftToPeople: sourceFields.leftToPeople.default(false),
    text: sourceFields.text.optional().describe('Of an article: Markdown.'),
    faq: sourceFields.faq.optional(),
    file: file.optional(),
    website: sourceFields.website.optional(),
    paused: z.boolean().default(false).describe('It is not read or used until it is changed to `paused: false`.'),
    aiAgentIds: aiAgentIds.default([]),
    inboxIds: inboxIds.default([]),
  })
  .superRefine((given, { addIssue }) => {
    const wanted = DUE[given.type];
    for (const part of ['text', 'file', 'website', 'faq'] as const) {
      if (part === wanted && (given[part] === undefined || given[part] === ''))
        addIssue({ code: 'custom', path: [part], message: `A source of this type needs \`${part}\`.` });
      if (part !== wanted && given[part] !== undefined)
        addIssue({ code: 'custom', path: [part], message: `A source of this type has no \`${part}\`.` });
    }
    if (given.title === undefined && (given.type === 'article' || given.type === 'faq'))
      addIssue({ code: 'custom', path: ['title'], message: 'Write a title.' });
  });
type Input = z.output<typeof input>;

export const create = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true, job: true })
  .route({
    method: 'POST',
    path: '/knowledge/create',
    tags: TAGS,
    summary: 'Add a source',
    description:
      'Adds an article, a file (as base64, at most 20 MiB), a website or pairs of question and answer, and begins to read it: its state goes from pending to reading to ready, partly or failed. Visitors of `inboxIds` are answered from it as soon as it was read, and those of an AI agent once its draft is published. Undo by deleting it.',
  })
  .input(input)
  .output(details)
  .handler(async ({ context, input: given }) => {
    const { services, scope } = context;
    await mustBeInboxes(services, scope, given.inboxIds);
    await mustBeAgents(services, scope, given.aiAgentIds);
    const { sourceId } = await addSource(context, given, writtenIn(given), titleOf(given), []);
    return readSource(services, scope, sourceId);
  });

/** `also`: what happens in the same transaction. `questions`: those that its page lists. */
export async function addSource(
  context: ChangeContext,
  given: Pick<Input, 'idempotencyKey' | 'type' | 'language' | 'leftToPeople' | 'paused' | 'aiAgentIds' | 'inboxIds'>,
  made: Written,
  title: string,
  questions: readonly ListedQuestion[],
  also: (writing: Writing) => Promise<void> = async () => undefined,
): Promise<{ readonly sourceId: string }> {
  const { services, scope } = context;
  const content = made.bytes && (await packed(made.bytes));
  const key = { ...given, title, settings: made.settings, written: made.written, content };
  const outcome = await once(context, key, async (writing) => {
    const { transaction } = writing;
    await holdOrganization(transaction, scope);
    await mustFitSource(transaction, scope);
    if (made.bytes) await mustHaveRoom(transaction, scope, { pages: 1, bytes: made.bytes.length });
    const id = services.newId('kno');
    const { type, language, leftToPeople, paused } = given;
    const row = { ...rowOf(scope, id, title, made), type, language, left_to_people: leftToPeople ? 1 : 0 };
    await insertSource(transaction, row, paused, services.now());
    await setInboxBases(transaction, scope, id, given.inboxIds, services.now());
    await setAgentsOfSource(transaction, context, id, given.aiAgentIds);
    if (made.bytes && content !== null) {
      const name = documentName(type, made.settings as DocumentSettings);
      const page = newPage({
        ...{ id: services.newId('pag'), org_id: scope, source_id: id, page_key: DOCUMENT_KEY, address: name, title },
        ...{ place: 1, found: 0, bytes: made.bytes.length, questions: JSON.stringify(questions) },
      });
      await transaction.insertInto('knowledge_page').values(page).execute();
      await saveContent(transaction, page.id, content);
    }
    await also(writing);
    const change = { target: 'knowledge_source', targetId: id, version: 1, fields: ['type', 'title'] } as const;
    await recordChange(transaction, context, change);
    return { sourceId: id };
  });
  services.knowledge.soon();
  return outcome;
}

const rowOf = (scope: OrgScope, id: string, title: string, { settings, written }: Written) => ({
  ...{ id, org_id: scope, title, written },
  settings: JSON.stringify(settings),
  host: 'startUrl' in settings ? hostOf(settings) : null,
});

/** With and without `www.` it is one site. */
export const hostOf = ({ startUrl }: Website): string => new URL(startUrl).host.replace(/^www\./, '');

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const articleOf = (text: string, url: string | null): Written => ({
  settings: { url },
  written: text,
  bytes: utf8(text),
});

export const faqOf = (pairs: Faq, url: string | null): Written => ({
  settings: { url },
  written: JSON.stringify(pairs),
  bytes: utf8(faqMarkdown(pairs)),
});

export const fileOf = ({ name, content }: z.output<typeof file>, url: string | null, titled: boolean): Written => {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0) throw failure('BAD_REQUEST', 'The file is empty.');
  return { settings: { url, name, titled }, written: null, bytes };
};

function writtenIn(given: Input): Written {
  if (given.website) return { settings: given.website, written: null, bytes: null };
  if (given.file) return fileOf(given.file, given.url, given.title !== undefined);
  if (given.faq) return faqOf(given.faq, given.url);
  return articleOf(given.text as string, given.url);
}

const titleOf = ({ title, file: sent, website: site }: Input): string =>
  title ?? sent?.name ?? (site ? hostOf(site) : '');
