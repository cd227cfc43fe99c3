/** Reads a source that is one document. Its content was stored when it was made. */
import type { Services } from '../../../router/services.js';
import { loadContent } from '../contents.js';
import { aboutOf, DOCUMENT_KEY, digest, documentName } from '../documents.js';
import { changePage, findByKey } from '../page-rows.js';
import { inTurn, type Turn, TurnLost } from './turns.js';

/** @throws TurnLost */
export async function readDocument({ database, knowledge, now }: Services, turn: Turn): Promise<void> {
  const { source, run } = turn;
  const page = await findByKey(database.db, source.id, DOCUMENT_KEY);
  if (!page) throw new TurnLost('The source was deleted.');
  const name = documentName(source.type, JSON.parse(source.settings));
  const bytes = await loadContent(database.db, page.id);
  const reading = await knowledge.reader.readDocument(
    name,
    bytes,
    aboutOf({ ...source, ...page, type: source.type, title: source.title }),
  );
  const found = { run, found: run, read_at: now() };
  // The bytes stay where nothing could be read: a later version may read them.
  const change = reading.ok
    ? {
        ...{ state: 'read', reason: reading.problem, title: reading.title, passages: reading.passages },
        content_hash: digest(reading.textHash, page.address),
      }
    : { state: 'failed', reason: reading.problem, passages: 0 };
  await inTurn(database.db, turn, now(), (transaction) => changePage(transaction, page.id, { ...found, ...change }));
}
