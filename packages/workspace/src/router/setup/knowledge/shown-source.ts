/** A source as it is answered, whether it is stored here or is the folder of an inbox. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { dateTime } from '../../../contract/fields.js';
import type { KnowledgePages } from '../../../database/tables/knowledge-tables.js';
import type { NamedInbox } from '../../../organizations/inboxes.js';
import { agentOfDraft } from '../../../setup/ai-agents/answering.js';
import { countPages, NO_PAGES, type PageCounts } from '../../../setup/knowledge/page-rows.js';
import type { FolderFile } from '../../../setup/knowledge/ports.js';
import { isAgentBase } from '../../../setup/knowledge/source-bases.js';
import {
  type DocumentSettings,
  listedQuestion,
  PAGE_STATES,
  SOURCE_STATES,
  SOURCE_TYPES,
  type SourceState,
  type SourceType,
  website,
} from '../../../setup/knowledge/source-fields.js';
import type { SourceRow } from '../../../setup/knowledge/source-rows.js';
import type { Services } from '../../services.js';

const count = z.int().nonnegative();

export const source = z.object({
  sourceId: z.string(),
  type: z.enum([...SOURCE_TYPES, 'folder']),
  managedBy: z.enum(['console', 'file']).describe('`file`: a folder on the server, which its operator changes.'),
  title: z.string(),
  language: z.string().nullable(),
  url: z.string().nullable(),
  leftToPeople: z.boolean(),
  state: z.enum(SOURCE_STATES),
  problem: z.string().nullable().describe('Why nothing, or not all, of it is used, and what to do.'),
  website: website.nullable(),
  fileName: z.string().nullable(),
  pages: z.object({ waiting: count, read: count, skipped: count, failed: count }),
  hasMore: z.boolean().describe('More addresses were found than are noted.'),
  passages: count,
  bytes: count,
  aiAgentIds: z.array(z.string()),
  inboxIds: z.array(z.string()).describe('Inboxes that are folders and answer from it.'),
  version: z.int().describe('Send it with a change, so that no change is overwritten unseen.'),
  readAt: dateTime.nullable(),
  readAgainAt: dateTime.nullable(),
  createdAt: dateTime.nullable(),
  updatedAt: dateTime.nullable(),
});
export type ShownSource = z.output<typeof source>;

export const page = z.object({
  pageId: z.string(),
  address: z.string(),
  title: z.string(),
  state: z.enum(PAGE_STATES),
  reason: z.string().nullable().describe('Why it was not read, or what of it is not used.'),
  passages: count,
  questions: z.array(listedQuestion).describe('How customers ask for it, by the heading that answers.'),
  readAt: dateTime.nullable(),
});
export type ShownPage = z.output<typeof page>;

export const NO_SOURCE = 'This organization has no such source.';

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export async function shownSources(
  { database: { db } }: Pick<Services, 'database'>,
  rows: readonly SourceRow[],
): Promise<ShownSource[]> {
  const ids = rows.map(({ id }) => id);
  const counts = await countPages(db, ids);
  const bases = new Map<string, string[]>();
  if (ids.length > 0)
    for (const { source_id, base } of await db
      .selectFrom('knowledge_source_base')
      .selectAll()
      .where('source_id', 'in', ids)
      .orderBy('base')
      .execute())
      bases.set(source_id, [...(bases.get(source_id) ?? []), base]);
  return rows.map((row) => shown(row, counts.get(row.id) ?? NO_PAGES, bases.get(row.id) ?? []));
}

function shown(row: SourceRow, counts: PageCounts, bases: readonly string[]): ShownSource {
  const { passages, bytes, ...pages } = counts;
  const settings: unknown = JSON.parse(row.settings);
  const isSite = row.type === 'website';
  const own = isSite ? null : (settings as DocumentSettings);
  return {
    ...{
      sourceId: row.id,
      type: row.type as SourceType,
      managedBy: 'console',
      title: row.title,
      language: row.language,
    },
    url: own ? own.url : website.parse(settings).startUrl,
    leftToPeople: row.left_to_people === 1,
    ...{ state: row.state as SourceState, problem: row.problem },
    website: isSite ? website.parse(settings) : null,
    fileName: own?.name ?? null,
    ...{ pages, passages, bytes, hasMore: row.has_more === 1 },
    aiAgentIds: bases.flatMap((base) => agentOfDraft(base) ?? []),
    inboxIds: bases.filter((base) => !isAgentBase(base)),
    version: row.version,
    ...{ readAt: iso(row.read_at), createdAt: iso(row.created_at), updatedAt: iso(row.updated_at) },
    readAgainAt: row.state === 'reading' ? null : iso(row.due_at),
  };
}

export const shownPage = (row: KnowledgePages): ShownPage => ({
  ...{ pageId: row.id, address: row.address, title: row.title, state: row.state as ShownPage['state'] },
  ...{ reason: row.reason, passages: row.passages, questions: JSON.parse(row.questions), readAt: iso(row.read_at) },
});

const FOLDER = 'folder:';
export const folderId = (inboxId: string): string => `${FOLDER}${inboxId}`;
/** Null: it is not the id of a folder. */
export const inboxOfFolder = (sourceId: string): string | null =>
  sourceId.startsWith(FOLDER) ? sourceId.slice(FOLDER.length) : null;

/** @throws FORBIDDEN where the source is a folder */
export function mustBeOurs(sourceId: string): void {
  if (inboxOfFolder(sourceId) === null) return;
  throw failure('FORBIDDEN', 'This is a folder on the server: its operator changes its files.', { reason: 'file' });
}

export const shownFile = ({ file, title, passages, problem }: FolderFile): ShownPage => ({
  ...{ pageId: file, address: file, title, passages, questions: [], readAt: null },
  ...{ state: passages > 0 ? 'read' : 'failed', reason: problem },
});

export function shownFolder({ inboxId }: NamedInbox, files: readonly FolderFile[]): ShownSource {
  const passages = files.reduce((all, file) => all + file.passages, 0);
  const failed = files.filter((file) => file.passages === 0).length;
  return {
    ...{ sourceId: folderId(inboxId), type: 'folder', managedBy: 'file', title: `Folder of ${inboxId}` },
    ...{ language: null, url: null, leftToPeople: false, website: null, fileName: null },
    state: passages === 0 ? 'failed' : failed > 0 ? 'partly' : 'ready',
    problem:
      passages === 0
        ? 'The folder has no article that can be used. Its operator puts Markdown files there.'
        : failed > 0
          ? 'Some files could not be read: see the reasons.'
          : null,
    pages: { waiting: 0, read: files.length - failed, skipped: 0, failed },
    ...{ hasMore: false, passages, bytes: 0, aiAgentIds: [], inboxIds: [inboxId], version: 0 },
    ...{ readAt: null, readAgainAt: null, createdAt: null, updatedAt: null },
  };
}
