/**
 * The upper limit of the disk: only libsql writes the log's own table and indexes in a loop, with WAL and synchronous=FULL,
 * 64 to a commit, into as many conversations as the server gets. With this library on this machine no durable store can be
 * faster at that batch size.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { PAGE_BYTES } from '../../../packages/realtime-server/dist/store/sqlite/writer-protocol.js';
import { clientIdOf } from '../load/client-id.js';

const PER_COMMIT = 64;
const SECONDS = 2;

/** Messages per second. */
export function rawStoreRate(conversations: number, text: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'service-raw-store-'));
  const db = new Database(join(folder, 'raw.db'));
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(`
      CREATE TABLE events (
        conversation TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, author_kind TEXT NOT NULL,
        author_id TEXT NOT NULL, author_name TEXT, client_id TEXT NOT NULL, body TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX events_place ON events (conversation, seq);
      CREATE UNIQUE INDEX events_once ON events (client_id, author_id, conversation);
    `);
    const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    const body = JSON.stringify({ kind: 'message', text });
    const ids = Array.from({ length: conversations }, () => `cnv_${randomBytes(12).toString('base64url')}`);
    const begun = performance.now();
    let written = 0;
    while (performance.now() - begun < SECONDS * 1_000) {
      db.exec('BEGIN IMMEDIATE');
      for (let i = 0; i < PER_COMMIT; i++, written++) {
        const conversation = ids[written % conversations] as string;
        const seq = 1 + Math.floor(written / conversations);
        const at = Date.now();
        insert.run(conversation, seq, at, 'visitor', 'ctc_raw000000000000', null, clientIdOf(at), body);
      }
      db.exec('COMMIT');
    }
    return written / ((performance.now() - begun) / 1_000);
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
