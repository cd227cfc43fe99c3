/** Messages in PostgreSQL: a pool of ten connections and prepared statements. */
import pg from 'pg';

const CONNECTIONS = 10;
const BIGINT = 20;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS visitors (token_hash text PRIMARY KEY, conv text NOT NULL UNIQUE, at bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, cid text NOT NULL UNIQUE, conv text NOT NULL, text text NOT NULL,
    at bigint NOT NULL
  );
  CREATE INDEX IF NOT EXISTS messages_of ON messages (conv, id);
`;

export async function openPostgres(connectionString) {
  const types = {
    getTypeParser: (type, format) => (type === BIGINT ? Number : pg.types.getTypeParser(type, format)),
  };
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS, types });
  await pool.query(SCHEMA);
  const prepared = (name, text) => async (values) => (await pool.query({ name, text, values })).rows;
  const begin = prepared('begin', 'INSERT INTO visitors VALUES ($1, $2, $3)');
  const find = prepared('find', 'SELECT conv FROM visitors WHERE token_hash = $1');
  const insert = prepared(
    'insert',
    'INSERT INTO messages (cid, conv, text, at) VALUES ($1, $2, $3, $4) ON CONFLICT (cid) DO NOTHING RETURNING id',
  );
  const stored = prepared('stored', 'SELECT id FROM messages WHERE cid = $1');
  const after = prepared(
    'after',
    'SELECT id, cid, text, at FROM messages WHERE conv = $1 AND id > $2 ORDER BY id LIMIT $3',
  );
  const before = prepared(
    'before',
    'SELECT id, cid, text, at FROM messages WHERE conv = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
  );
  return {
    begin: (...visitor) => begin(visitor),
    conversationOf: async (hash) => (await find([hash]))[0]?.conv,
    async add(...message) {
      const [row] = await insert(message);
      return row ? { id: row.id, isNew: true } : { id: (await stored([message[0]]))[0].id, isNew: false };
    },
    after: (...range) => after(range),
    before: async (...range) => (await before(range)).reverse(),
  };
}
