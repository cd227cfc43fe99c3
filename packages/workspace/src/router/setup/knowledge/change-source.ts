/** Changes, refreshes and deletes sources. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId, version } from '../../../contract/fields.js';
import type { KnowledgeSources } from '../../../database/tables/knowledge-tables.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { packed, saveContent } from '../../../setup/knowledge/contents.js';
import { DOCUMENT_KEY } from '../../../setup/knowledge/documents.js';
import { mustHaveRoom } from '../../../setup/knowledge/limits.js';
import { changePage, findByKey } from '../../../setup/knowledge/page-rows.js';
import { basesOf, countChange, setInboxBases } from '../../../setup/knowledge/source-bases.js';
import { type DocumentSettings, file, sourceFields } from '../../../setup/knowledge/source-fields.js';
import { deleteSource, findSource, makeDue, updateSource } from '../../../setup/knowledge/source-rows.js';
import { defined, outdated } from '../../changes/changed-fields.js';
import { once, type Writing } from '../../changes/once.js';
import { recordChange } from '../../changes/record-change.js';
import { forMembers } from '../../procedure.js';
import { setAgentsOfSource } from '../ai-agents/attach-source.js';
import { aiAgentIds, articleOf, faqOf, fileOf, hostOf, inboxIds, type Written } from './create-source.js';
import { mustBeAgents, mustBeInboxes } from './named-bases.js';
import { details, readSource, TAGS } from './read-sources.js';
import { mustBeOurs, NO_SOURCE, source } from './shown-source.js';

const sourceId = z.string().max(80);

const fields = {
  title: sourceFields.title.optional(),
  language: sourceFields.language.optional(),
  url: sourceFields.url.optional(),
  leftToPeople: sourceFields.leftToPeople.optional(),
  text: sourceFields.text.optional(),
  faq: sourceFields.faq.optional(),
  file: file.optional(),
  website: sourceFields.website.optional(),
  paused: z.boolean().optional(),
  aiAgentIds: aiAgentIds.optional(),
  inboxIds: inboxIds.optional(),
};
const updateInput = z.object({ orgId, idempotencyKey, sourceId, version, ...fields });
type Change = Omit<z.output<typeof updateInput>, 'orgId' | 'idempotencyKey' | 'sourceId' | 'version'>;

export const update = forMembers({ kind: 'write', role: 'admin', job: true })
  .route({
    method: 'POST',
    path: '/knowledge/update',
    tags: TAGS,
    summary: 'Change a source',
    description:
      'Changes the fields that are named, and reads the source again. `paused: true`: it is not used until it is false. Visitors are answered from what was read before, until the new is read. `aiAgentIds` changes the drafts of those agents. Undo by changing it back.',
  })
  .input(updateInput)
  .output(details)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: key, sourceId: id, version, ...change } = input;
    mustBeOurs(id);
    await mustBeInboxes(services, scope, change.inboxIds ?? []);
    await mustBeAgents(services, scope, change.aiAgentIds ?? []);
    // With the file itself: another one of the same length is another change.
    const keyed = { ...change, id, version, idempotencyKey: key };
    await once(context, keyed, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      const before = await findSource(transaction, scope, id);
      if (!before) throw failure('NOT_FOUND', NO_SOURCE);
      if (before.version !== version) throw outdated(before.version);
      const at = services.now();
      const written = writtenIn(before, change);
      await updateSource(transaction, id, rowOf(change, written), change.paused ?? before.state === 'paused', at);
      if (written?.bytes) await replaceContent(transaction, before, written.bytes);
      if (change.inboxIds) await setInboxBases(transaction, scope, id, change.inboxIds, at);
      if (change.aiAgentIds) await setAgentsOfSource(transaction, context, id, change.aiAgentIds);
      await countChange(transaction, scope, await basesOf(transaction, id), at);
      const changed = { target: 'knowledge_source', targetId: id, version: version + 1 } as const;
      await recordChange(transaction, context, { ...changed, fields: Object.keys(defined(change)) });
      return { sourceId: id };
    });
    services.knowledge.soon();
    return readSource(services, scope, id);
  });

function rowOf({ title, language, leftToPeople }: Change, written: Written | null) {
  const site = written && 'startUrl' in written.settings ? written.settings : null;
  return defined({
    ...{ title, language, left_to_people: leftToPeople === undefined ? undefined : leftToPeople ? 1 : 0 },
    settings: written ? JSON.stringify(written.settings) : undefined,
    written: written?.bytes && written.written !== null ? written.written : undefined,
    host: site ? hostOf(site) : undefined,
  });
}

const PART = { article: 'text', faq: 'faq', file: 'file', website: 'website' } as const;

/** Null: nothing of it was changed. @throws BAD_REQUEST where a part is named that this type does not have */
function writtenIn(before: KnowledgeSources, change: Change): Written | null {
  const part = PART[before.type as keyof typeof PART];
  for (const other of ['text', 'faq', 'file', 'website'] as const)
    if (other !== part && change[other] !== undefined)
      throw failure('BAD_REQUEST', `A source of this type has no \`${other}\`.`);
  if (change.website) return { settings: change.website, written: null, bytes: null };
  if (part === 'website') return null;
  const settings = JSON.parse(before.settings) as DocumentSettings;
  const url = change.url === undefined ? settings.url : change.url;
  const titled = change.title !== undefined || settings.titled === true;
  if (change.file) return fileOf(change.file, url, titled);
  if (change.faq) return faqOf(change.faq, url);
  if (change.text !== undefined) return articleOf(change.text, url);
  const isNamed = before.type === 'file' && titled !== settings.titled;
  if (change.url === undefined && !isNamed) return null;
  return { settings: { ...settings, url, ...(isNamed && { titled }) }, written: null, bytes: null };
}

async function replaceContent(
  transaction: Writing['transaction'],
  { id, org_id }: KnowledgeSources,
  bytes: Uint8Array,
): Promise<void> {
  const page = await findByKey(transaction, id, DOCUMENT_KEY);
  if (!page) throw failure('NOT_FOUND', NO_SOURCE);
  await mustHaveRoom(transaction, org_id, { pages: page.bytes > 0 ? 0 : 1, bytes: bytes.length - page.bytes });
  await saveContent(transaction, page.id, await packed(bytes));
  await changePage(transaction, page.id, { bytes: bytes.length });
}

export const refresh = forMembers({ kind: 'write', role: 'admin', job: true })
  .route({
    method: 'POST',
    path: '/knowledge/refresh',
    tags: TAGS,
    summary: 'Read a source again',
    description:
      'Reads a source again as soon as there is room: of a website, what has changed since. One that is being read goes on. Visitors are answered from what was read before, until the new is read.',
  })
  .input(z.object({ orgId, idempotencyKey, sourceId }))
  .output(source)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const id = input.sourceId;
    mustBeOurs(id);
    await once(context, input, async ({ transaction }) => {
      const before = await findSource(transaction, scope, id);
      if (!before) throw failure('NOT_FOUND', NO_SOURCE);
      if (before.state === 'paused')
        throw failure('CONFLICT', 'The source is paused. Change it to `paused: false`, and it is read.');
      if (await makeDue(transaction, id, services.now()))
        await recordChange(transaction, context, {
          ...{ target: 'knowledge_source', targetId: id, version: before.version, fields: ['state'] },
        });
      return { sourceId: id };
    });
    services.knowledge.soon();
    const { text: _text, faq: _faq, ...shown } = await readSource(services, scope, id);
    return shown;
  });

export const remove = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/knowledge/delete',
    tags: TAGS,
    summary: 'Delete a source',
    description:
      'Deletes a source with everything that was read of it. Within seconds no visitor is answered from it any more. It must be added again to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, sourceId }))
  .output(z.object({ sourceId: z.string(), passages: z.int().describe('How many it had.') }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    mustBeOurs(input.sourceId);
    const outcome = await once(context, input, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      const before = await findSource(transaction, scope, input.sourceId);
      if (!before) throw failure('NOT_FOUND', NO_SOURCE);
      const { passages } = await deleteSource(transaction, scope, before.id, services.now());
      const change = { target: 'knowledge_source', targetId: before.id, version: null, fields: [] } as const;
      await recordChange(transaction, context, change);
      return { sourceId: before.id, passages };
    });
    services.knowledge.soon();
    return outcome;
  });
