/**
 * The peers: a realtime chat as a careful team would write it in a day. Sessions go by a hashed token, each visitor has a room,
 * messages are idempotent by the client's id and acknowledged after the commit, and a visitor who comes back names the last
 * number that they have. Set by the environment: TRANSPORT (`socket.io`, `ws`), STORE (`sqlite`, `gathered`, `postgres`).
 */
import { createServer } from 'node:http';
import { join } from 'node:path';

const { TRANSPORT, STORE, PORT, DATA_DIR, DATABASE_URL } = process.env;
const BACKLOG = 4_096;

/** Loads only what this peer needs: the rest would count as its start and its memory. */
async function openStore() {
  if (STORE === 'postgres') return (await import('./postgres-store.mjs')).openPostgres(DATABASE_URL);
  const { openSqlite } = await import('./sqlite-store.mjs');
  return openSqlite(join(DATA_DIR, 'chat.db'), STORE === 'gathered');
}

const http = createServer((_, response) => response.end('ok'));
const serve = TRANSPORT === 'ws' ? import('./over-ws.mjs') : import('./over-socket-io.mjs');
const { createChat } = await import('./chat.mjs');
(await serve).serveChat(http, createChat(await openStore()));
http.listen(Number(PORT), '127.0.0.1', BACKLOG);
process.once('SIGTERM', () => process.exit());
