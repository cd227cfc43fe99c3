/**
 * The store that several nodes share. PostgreSQL decides what must never happen twice or out of order, under the lock of the
 * conversation's row. Nothing here holds only within one process.
 */
import { type Bound, bind, type Queries } from '../sql/bind.js';
import type { OpenStore } from '../store.js';
import { AppendGatherer, GATHERED_AT_ONCE } from './append-gatherer.js';
import { migrate } from './migrate.js';
import { inTransaction, isRowRefused, onConnection, openPool, preparedQueryOn, queryOn, reasonOf } from './pool.js';
import { appendMany } from './queries/append-many.js';
import { runSteps } from './run-steps.js';
import {
  KNOWLEDGE_STATEMENTS,
  KNOWLEDGE_TRANSACTIONS,
  PREPARED,
  PREPARED_BY_INDEX,
  STATEMENTS,
  TRANSACTIONS,
} from './store-queries.js';

/**
 * Connects, and brings the tables to this version's state.
 * @param url `postgres://user:password@host:port/database`
 * @throws when the database can't be reached or a newer version wrote it. The message never holds the password.
 */
export async function openPostgresStore(url: string): Promise<OpenStore> {
  try {
    await onConnection(url, migrate);
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new Error(`The database at ${host}${pathname} can't be used: ${reasonOf(error)}`);
  }
  const pool = openPool(url);
  const query = queryOn(pool);
  const single = <All extends Queries>(queries: All): Bound<All> =>
    bind(queries, (_, __, start) => runSteps(query, start()));
  const transactional = <All extends Queries>(queries: All): Bound<All> =>
    bind(queries, (_, __, start) => inTransaction(pool, (inside) => runSteps(inside, start())));
  const statements = single(STATEMENTS);
  const prepared = preparedQueryOn(pool);
  // On connections of their own, where they don't wait behind thousands of reads: appends, and the heads that show what was missed.
  const byIndex = openPool(url, { connections: GATHERED_AT_ONCE + 1, fixedPlans: true });
  const preparedByIndex = preparedQueryOn(byIndex);
  const gatherer = new AppendGatherer({
    one: statements.append,
    many: (inputs) => runSteps(preparedByIndex, appendMany(inputs)),
    isFaultOfOne: isRowRefused,
    soon: setImmediate,
  });
  return {
    ...statements,
    ...bind(PREPARED, (_, __, start) => runSteps(prepared, start())),
    ...bind(PREPARED_BY_INDEX, (_, __, start) => runSteps(preparedByIndex, start())),
    ...transactional(TRANSACTIONS),
    append: (input) => gatherer.append(input),
    knowledge: { ...single(KNOWLEDGE_STATEMENTS), ...transactional(KNOWLEDGE_TRANSACTIONS) },
    async close() {
      await Promise.all([pool.end(), byIndex.end()]);
    },
  };
}
