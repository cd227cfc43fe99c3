/** What was read of a page, compressed and in pieces: a row of many megabytes would hold the database's thread. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.js';

type Db = Kysely<Tables>;

/** Characters of base64. */
const PART = 512 * 1_024;
const MOST_BYTES = 24 * 2 ** 20;

/** Not on the main thread: a file may have many megabytes. */
export const packed = async (bytes: Uint8Array): Promise<string> =>
  (await promisify(deflate)(bytes)).toString('base64');

/** `data`: of {@link packed}. */
export async function saveContent(db: Db, pageId: string, data: string): Promise<void> {
  await deleteContents(db, [pageId]);
  for (let part = 0; part * PART < data.length; part++)
    await db
      .insertInto('knowledge_content')
      .values({ page_id: pageId, part, data: data.slice(part * PART, (part + 1) * PART) })
      .execute();
}

/** @throws when there is none */
export async function loadContent(db: Db, pageId: string): Promise<Uint8Array> {
  const parts: string[] = [];
  for (;;) {
    const row = await db
      .selectFrom('knowledge_content')
      .select('data')
      .where('page_id', '=', pageId)
      .where('part', '=', parts.length)
      .executeTakeFirst();
    if (!row) break;
    parts.push(row.data);
  }
  if (parts.length === 0) throw new Error('its content is gone');
  return promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)(Buffer.from(parts.join(''), 'base64'), {
    maxOutputLength: MOST_BYTES,
  });
}

const AT_ONCE = 500;

export async function deleteContents(db: Db, pageIds: readonly string[]): Promise<void> {
  for (let at = 0; at < pageIds.length; at += AT_ONCE)
    await db
      .deleteFrom('knowledge_content')
      .where('page_id', 'in', pageIds.slice(at, at + AT_ONCE))
      .execute();
}
