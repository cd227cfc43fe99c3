import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { StoredFiles } from '../port/files.js';
import { openPool, type Query, queryOn } from './pool.js';

const PIECE_BYTES = 256 * 1024;
/** Of a pool of their own, so that files never keep a message waiting. */
const CONNECTIONS = 3;

type Rows = <Row>(sql: string, values: readonly unknown[]) => Promise<readonly Row[]>;

const rowsOn =
  (query: Query): Rows =>
  async <Row>(sql: string, values: readonly unknown[]) =>
    (await query(sql, values)).rows as readonly Row[];

/**
 * Files in the database: every node can read what any node has stored, a backup of the database holds them, and an erasure reaches
 * them. In pieces, one statement each, so that a file takes little memory and no connection for long.
 * @throws StoreUnavailable. The tables are the store's, so that one must have been opened before.
 */
export async function openPostgresFileStorage(url: string): Promise<StoredFiles> {
  const pool = openPool(url, { connections: CONNECTIONS });
  const query = rowsOn(queryOn(pool));
  const remove = async (ids: readonly string[]): Promise<void> => {
    await query('DELETE FROM attachment_bytes WHERE id = ANY ($1::text[])', [ids]);
  };
  return {
    async save(path, id) {
      const file = await open(path);
      try {
        for (let part = 0; ; part += 1) {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, part * PIECE_BYTES);
          if (bytesRead === 0) return;
          await query('INSERT INTO attachment_bytes (id, part, bytes) VALUES ($1, $2, $3)', [
            id,
            part,
            buffer.subarray(0, bytesRead),
          ]);
        }
      } catch (error) {
        await remove([id]).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    },
    async read(id) {
      const [row] = await query<{ parts: number; size: number }>(
        'SELECT count(*) AS parts, sum(octet_length(bytes)) AS size FROM attachment_bytes WHERE id = $1',
        [id],
      );
      if (!row || row.parts === 0) return null;
      return { size: row.size, body: Readable.from(pieces(query, id, row.parts), { objectMode: false }) };
    },
    remove,
    onThisDisk: false,
    linkKey: await sharedSecret(query, 'file links'),
    close: () => pool.end(),
  };
}

async function* pieces(query: Rows, id: string, parts: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    const [row] = await query<{ bytes: Buffer }>('SELECT bytes FROM attachment_bytes WHERE id = $1 AND part = $2', [
      id,
      part,
    ]);
    if (!row) throw new Error('The file was removed while it was read.');
    yield row.bytes;
  }
}

/** The first node that asks makes it. */
async function sharedSecret(query: Rows, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url');
  await query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, fresh]);
  const [row] = await query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
  return (row as { value: string }).value;
}
