/** What the team sees of its sources. */
import { z } from 'zod';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { orgId, placeCursor } from '../../../contract/fields.js';
import { listPages } from '../../../setup/knowledge/page-rows.js';
import type { FolderFile } from '../../../setup/knowledge/ports.js';
import { faq, PAGE_STATES, SOURCE_STATES, SOURCE_TYPES } from '../../../setup/knowledge/source-fields.js';
import { findSource, listSources } from '../../../setup/knowledge/source-rows.js';
import { forMembers } from '../../procedure.js';
import type { Services } from '../../services.js';
import { ownFolders } from './named-bases.js';
import {
  folderId,
  inboxOfFolder,
  NO_SOURCE,
  page,
  type ShownSource,
  shownFile,
  shownFolder,
  shownPage,
  shownSources,
  source,
} from './shown-source.js';

export const TAGS = ['Knowledge'];
/** The longest is the name of a file in a folder. */
const cursor = z.string().max(1_000).optional().describe('`nextCursor` of the answer before.');
const limit = z.int().min(1).max(100).default(50);
export const listInput = { cursor, limit };
export const wrongCursor = () => failure('BAD_REQUEST', 'Send `nextCursor` of the answer before as `cursor`.');
export const nextCursor = z.string().optional().describe('Absent: this is the end.');

export const list = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/knowledge/list',
    tags: TAGS,
    summary: 'List the sources',
    description:
      'What questions are answered from: articles, files, websites and pairs of question and answer, with their states and how many pages and passages they have. Folders of inboxes come first; they can only be read here.',
  })
  .input(
    z.object({
      orgId,
      ...listInput,
      type: z.enum([...SOURCE_TYPES, 'folder']).optional(),
      state: z.enum(SOURCE_STATES).optional(),
    }),
  )
  .output(z.object({ items: z.array(source), nextCursor }))
  .handler(async ({ context: { services, scope }, input }) => {
    const { type = null, state = null, cursor: after = null, limit: most } = input;
    const folders = type === null || type === 'folder' ? await foldersAfter(services, scope, after) : [];
    const shown = folders.filter((each) => state === null || each.state === state).slice(0, most + 1);
    if (type !== 'folder' && shown.length <= most) {
      const behind = after === null || inboxOfFolder(after) !== null ? null : after;
      const filter = { type, state, after: behind, limit: most + 1 - shown.length };
      shown.push(...(await shownSources(services, await listSources(services.database.db, scope, filter))));
    }
    const items = shown.slice(0, most);
    const last = items.at(-1);
    return { items, ...(shown.length > most && last && { nextCursor: last.sourceId }) };
  });

/** Ids of folders sort before those of sources. */
async function foldersAfter(services: Services, scope: OrgScope, after: string | null): Promise<ShownSource[]> {
  if (after !== null && inboxOfFolder(after) === null) return [];
  const inboxes = (await ownFolders(services, scope))
    .filter(({ inboxId }) => after === null || folderId(inboxId) > after)
    .sort((a, b) => (a.inboxId < b.inboxId ? -1 : 1));
  return Promise.all(
    inboxes.map(async (inbox) => shownFolder(inbox, await services.knowledge.folderFiles(inbox.inboxId))),
  );
}

export const details = source.extend({
  text: z.string().nullable().describe('Of an article.'),
  faq: faq.nullable(),
});

export const get = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/knowledge/get',
    tags: TAGS,
    summary: 'Read a source and its pages',
    description:
      'A source with what people wrote of it, and the ledger of its pages: each page once, as read, skipped or failed, with the reason. Pages that wait are still to be read.',
  })
  .input(z.object({ orgId, sourceId: z.string().max(80), pageState: z.enum(PAGE_STATES).optional(), ...listInput }))
  .output(z.object({ source: details, pages: z.object({ items: z.array(page), nextCursor }) }))
  .handler(async ({ context: { services, scope }, input }) => {
    const { sourceId, pageState = null, cursor: written, limit: most } = input;
    const inboxId = inboxOfFolder(sourceId);
    if (inboxId !== null) return readFolder(services, scope, inboxId, { pageState, after: written ?? null, most });
    if (!placeCursor.safeParse(written).success) throw wrongCursor();
    const after = Number(written ?? 0);
    const { db } = services.database;
    const shown = await readSource(services, scope, sourceId);
    const rows = await listPages(db, sourceId, { state: pageState, after, limit: most + 1 });
    const items = rows.slice(0, most);
    const last = items.at(-1);
    return {
      source: shown,
      pages: { items: items.map(shownPage), ...(rows.length > most && last && { nextCursor: String(last.place) }) },
    };
  });

/** @throws NOT_FOUND */
export async function readSource(
  services: Services,
  scope: OrgScope,
  sourceId: string,
): Promise<z.output<typeof details>> {
  const row = await findSource(services.database.db, scope, sourceId);
  const [shown] = row ? await shownSources(services, [row]) : [];
  if (!row || !shown) throw failure('NOT_FOUND', NO_SOURCE);
  return {
    ...shown,
    text: row.type === 'article' ? row.written : null,
    faq: row.type === 'faq' ? faq.parse(JSON.parse(row.written as string)) : null,
  };
}

async function readFolder(
  services: Services,
  scope: OrgScope,
  inboxId: string,
  {
    pageState,
    after,
    most,
  }: { readonly pageState: string | null; readonly after: string | null; readonly most: number },
) {
  const inbox = (await ownFolders(services, scope)).find((each) => each.inboxId === inboxId);
  if (!inbox) throw failure('NOT_FOUND', NO_SOURCE);
  const files: readonly FolderFile[] = await services.knowledge.folderFiles(inboxId);
  const left = files
    .map(shownFile)
    .filter(({ state }) => pageState === null || state === pageState)
    // A file that goes meanwhile moves no other one to a page that was read already.
    .filter(({ pageId }) => after === null || pageId > after)
    .sort((a, b) => (a.pageId < b.pageId ? -1 : 1));
  const items = left.slice(0, most);
  const last = items.at(-1);
  const next = left.length > most && last ? { nextCursor: last.pageId } : {};
  return { source: { ...shownFolder(inbox, files), text: null, faq: null }, pages: { items, ...next } };
}
