/**
 * The store that several nodes share. PostgreSQL decides what must never happen twice or out of order, under the lock of the
 * conversation's row. Nothing here holds only within one process.
 */
import type { Append } from '../port/log.js';
import { type Bound, bind, type Queries } from '../sql/bind.js';
import type { OpenStore } from '../store.js';
import { keyedMutex } from './keyed-mutex.js';
import { migrate } from './migrate.js';
import { inTransaction, onConnection, openPool, queryOn, reasonOf } from './pool.js';
import { runSteps } from './run-steps.js';
import { KNOWLEDGE_STATEMENTS, KNOWLEDGE_TRANSACTIONS, STATEMENTS, TRANSACTIONS } from './store-queries.js';

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
  // Appends of this node to one conversation queue here and not at the row's lock: there they would come in any order, and a busy
  // conversation would hold every connection while it waits.
  const oneByOne = keyedMutex();
  return {
    ...statements,
    ...transactional(TRANSACTIONS),
    append: (input: Append) => oneByOne(input.conversation, () => statements.append(input)),
    knowledge: { ...single(KNOWLEDGE_STATEMENTS), ...transactional(KNOWLEDGE_TRANSACTIONS) },
    close: () => pool.end(),
  };
}
