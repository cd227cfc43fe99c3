/** Messages in the SQLite and with the settings of the server under measurement. */
import Database from 'libsql';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS visitors (token_hash TEXT PRIMARY KEY, conv TEXT NOT NULL UNIQUE, at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, cid TEXT NOT NULL UNIQUE, conv TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS messages_of ON messages (conv, id);
`;

/** @param isGathered whether all that comes in one turn of the event loop is one commit; otherwise each message is one */
export function openSqlite(file, isGathered) {
  const database = new Database(file);
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -32768']) database.pragma(setting);
  database.exec(SCHEMA);
  const begin = database.prepare('INSERT INTO visitors VALUES (?, ?, ?)');
  const find = database.prepare('SELECT conv FROM visitors WHERE token_hash = ?');
  const insert = database.prepare('INSERT INTO messages (cid, conv, text, at) VALUES (?, ?, ?, ?)');
  const stored = database.prepare('SELECT id FROM messages WHERE cid = ?');
  const after = database.prepare(
    'SELECT id, cid, text, at FROM messages WHERE conv = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const before = database.prepare(
    'SELECT id, cid, text, at FROM messages WHERE conv = ? AND id < ? ORDER BY id DESC LIMIT ?',
  );
  const add = (...message) => {
    try {
      return { id: Number(insert.run(...message).lastInsertRowid), isNew: true };
    } catch (error) {
      const known = stored.get(message[0]);
      if (!known) throw error;
      return { id: known.id, isNew: false };
    }
  };
  return {
    begin: (...visitor) => begin.run(...visitor),
    conversationOf: (hash) => find.get(hash)?.conv,
    add: isGathered ? gathered(database, add) : add,
    after: (...range) => after.all(...range),
    before: (...range) => before.all(...range).reverse(),
  };
}

/** Adds what came in one turn of the event loop in one commit. */
function gathered(database, add) {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) => database.prepare(sql));
  let waiting = [];
  const commitAll = () => {
    const all = waiting;
    waiting = [];
    try {
      begin.run();
      const results = all.map(({ message }) => add(...message));
      commit.run();
      for (const [i, { resolve }] of all.entries()) resolve(results[i]);
    } catch (error) {
      if (database.inTransaction) rollback.run();
      for (const { reject } of all) reject(error);
    }
  };
  return (...message) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ message, resolve, reject }) === 1) setImmediate(commitAll);
    });
}
