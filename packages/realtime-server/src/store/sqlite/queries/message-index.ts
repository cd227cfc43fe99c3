import type { MessagePlace, MessageTerms, Phrase } from '../../port/search.js';
import { change, rows, type Steps } from '../../sql/steps.js';

/** The term of a conversation in the index: ids have characters that would divide it. */
const scopeOf = (conversation: string): string => `x${Buffer.from(conversation).toString('hex')}`;

export function* addToIndex(conversation: string, messages: readonly MessageTerms[]): Steps<void> {
  for (const { seq, at, terms } of messages)
    yield* change(
      'INSERT OR IGNORE INTO said (conversation, seq, at, scope, terms) VALUES (?1, ?2, ?3, ?4, ?5)',
      conversation,
      seq,
      at,
      scopeOf(conversation),
      terms.join(' '),
    );
}

export function* findMessages(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  limit: number,
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const terms = phrases.map((phrase) => `"${phrase.terms.join(' ')}"${phrase.prefix ? ' *' : ''}`).join(' AND ');
  const scope = conversations.map((each) => `"${scopeOf(each)}"`).join(' OR ');
  return yield* rows<MessagePlace>(
    `SELECT said.conversation, said.seq FROM said_index JOIN said ON said.id = said_index.rowid
      WHERE said_index MATCH ?1 ORDER BY said.at DESC, said.id DESC LIMIT ?2`,
    `scope : (${scope}) AND terms : (${terms})`,
    limit,
  );
}
