/** Where the bytes of files lie: a folder, or the database that several nodes share. One contract for both. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDiskFileStorage } from '../../../dist/http/uploads/file-storage-disk.js';
import type { StoredFiles } from '../../../dist/store/port/files.js';
import { openPostgresFileStorage } from '../../../dist/store/postgres/file-storage.js';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { CNV, session } from '../../store/fixtures.js';
import { Postgres } from '../../support/postgres.js';

const ID = `att_${'1'.repeat(32)}`;
const OTHER = `att_${'2'.repeat(32)}`;
let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
afterAll(() => postgres.dispose());

const folder = async (root: string) => ({
  open: async () => openDiskFileStorage(join(root, 'files')),
  dispose: () => undefined,
});
const database = async () => {
  const url = await postgres.newDatabase();
  const store = await openPostgresStore(url);
  await store.createSession(session(1));
  for (const id of [ID, OTHER]) {
    const attachment = { id, name: 'a.pdf', type: 'application/pdf', size: 1 } as const;
    const quota = { since: 0, contactBytes: 10, inboxBytes: 10 };
    const owner = { session: null, conversation: CNV };
    await store.addAttachment({ attachment, inbox: 'demo', contact: 'ctc', owner, at: 0, quota });
  }
  return { open: () => openPostgresFileStorage(url), dispose: () => store.close() };
};

describe.each([
  ['a folder', folder],
  ['PostgreSQL', database],
])('files stored in %s', (_where, place) => {
  let root: string;
  let nodes: StoredFiles[];
  let dispose: () => unknown;
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'service-files-'));
    const { open, ...rest } = await place(root);
    nodes = [await open(), await open()];
    dispose = rest.dispose;
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    await dispose();
    rmSync(root, { recursive: true, force: true });
  });
  const fresh = (bytes: Buffer): string => {
    const path = join(root, 'incoming');
    writeFileSync(path, bytes);
    return path;
  };
  const bytesOf = async (found: { readonly body: Readable } | null) =>
    Buffer.concat((await found?.body.toArray()) as Buffer[]);

  it('are read byte for byte by another node than took them in, however long they are', async () => {
    const [here, there] = nodes as [StoredFiles, StoredFiles];
    const bytes = Buffer.from(Array.from({ length: 700_001 }, (_, i) => (i * 31) % 251));
    await here.save(fresh(bytes), ID);
    const found = await there.read(ID);
    expect(found?.size).toBe(bytes.length);
    expect((await bytesOf(found)).equals(bytes)).toBe(true);
    expect(await there.read(OTHER)).toBeNull();
  });

  it('are gone once they are removed, however often', async () => {
    const [here, there] = nodes as [StoredFiles, StoredFiles];
    await here.save(fresh(Buffer.from('one')), ID);
    await here.save(fresh(Buffer.from('two')), OTHER);
    await there.remove([ID]);
    await here.remove([ID]);
    expect(await here.read(ID)).toBeNull();
    expect((await bytesOf(await here.read(OTHER))).toString()).toBe('two');
  });

  it('leave nothing behind when they could not be stored', async () => {
    const [here] = nodes as [StoredFiles];
    await expect(here.save(join(root, 'nothing here'), ID)).rejects.toThrow();
    expect(await here.read(ID)).toBeNull();
  });

  it('are opened by links that every node signs with the same key, also after a restart', () => {
    const [here, there] = nodes as [StoredFiles, StoredFiles];
    expect(here.linkKey).toBe(there.linkKey);
    expect(here.linkKey.length).toBeGreaterThan(40);
  });
});
