import type { MessagesToIndex, MessageTerms } from '../port/search.js';
import type { Dialect } from '../sql/dialect.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

/** `add`: the database's own index. */
export function searchQueries(
  dialect: Dialect,
  add: (conversation: string, messages: readonly MessageTerms[]) => Steps<void>,
) {
  return {
    reads: {
      *indexedTo(conversations: readonly string[]): Steps<ReadonlyMap<string, number>> {
        const found = yield* rows<{ id: string; seq: number }>(
          `SELECT id, indexed_seq AS seq FROM conversations WHERE erased_at IS NULL AND ${dialect.isIn('id', '?1')}`,
          dialect.list(conversations),
        );
        return new Map(found.map(({ id, seq }) => [id, seq]));
      },
    },
    transactions: {
      /** Begins with the lock that an erasure takes: what is indexed is erased with the rest, or not indexed. */
      *indexMessages({ conversation, to, messages }: MessagesToIndex): Steps<void> {
        const found = yield* row(
          `SELECT 1 FROM conversations WHERE id = ?1 AND erased_at IS NULL${dialect.forUpdate}`,
          conversation,
        );
        if (!found) return;
        yield* add(conversation, messages);
        yield* change(
          `UPDATE conversations SET indexed_seq = ${dialect.max}(indexed_seq, ?2) WHERE id = ?1`,
          conversation,
          to,
        );
      },
    },
  };
}
