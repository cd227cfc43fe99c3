/** Before an upgrade changes the tables, the database is copied; the copy lives no longer than the words in it. */
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesWith } from '../../../../../test/support/runs/files-with.js';
import { beginCopy } from '../../../dist/store/sqlite/data-folder/upgrade-copies.js';
import { openSqliteStore, type SqliteOptions } from '../../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../dist/store/store.js';
import { folder as newFolder } from './sqlite-folder.js';

const OLD_DATA = fileURLToPath(new URL('../../../../../test/fixtures/0.1.0/data-dir', import.meta.url));
const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 10, 27, 9, 52);

let folder: string;
let store: OpenStore | null;
let lines: string[];
beforeEach(() => {
  folder = newFolder();
  store = null;
  lines = [];
  for (const name of ['service.db', 'service.db-wal']) copyFileSync(join(OLD_DATA, name), join(folder, name));
});
afterEach(async () => {
  await store?.close();
  rmSync(folder, { recursive: true });
});

async function open(options: SqliteOptions = {}): Promise<OpenStore> {
  store = await openSqliteStore(folder, {
    emptyWalAfterMs: 1,
    now: () => NOW,
    warn: (line) => lines.push(line),
    ...options,
  });
  return store;
}

const reopen = async (options?: SqliteOptions): Promise<OpenStore> => {
  await store?.close();
  return open(options);
};

const copies = (): readonly string[] => {
  const backups = join(folder, 'backups');
  return existsSync(backups) ? readdirSync(backups).map((name) => join(backups, name)) : [];
};

interface Talk {
  readonly id: string;
  readonly words: string;
}

/** A conversation of then, and its longest text. */
function talkIn(file: string): Talk {
  const db = new Database(file, { readonly: true });
  const { id, words } = db
    .prepare(
      "SELECT conversation AS id, json_extract(body, '$.text') AS words FROM events WHERE author_kind = 'visitor' ORDER BY length(words) DESC LIMIT 1",
    )
    .get() as Talk;
  db.close();
  return { id, words };
}

function versionOf(file: string): number {
  const db = new Database(file, { readonly: true });
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  db.close();
  return version;
}

const next = { conversation: 'cnv_next0000000000000001', epoch: 'next' };

describe('a data folder of version 0.1.0', () => {
  it('is copied before it is changed, for the server’s user alone, and the line says where', async () => {
    const before = readdirSync(folder);
    expect(before).not.toContain('backups');
    await open();
    const [copy = '', ...others] = copies();
    expect(others).toEqual([]);
    expect(lines.join('\n')).toContain(`service.db was copied to ${copy}`);
    expect([statSync(copy).mode & 0o777, statSync(join(folder, 'backups')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(copy).toContain(`service-${versionOf(copy)}-20261127T095200Z.db`);
    expect(talkIn(copy)).toEqual(talkIn(join(folder, 'service.db')));
  });

  it('has no byte of a conversation after it was erased, in the copy neither', async () => {
    const opened = await open();
    const { id, words } = talkIn(join(folder, 'service.db'));
    expect(filesWith(folder, words).join()).toContain('backups');
    expect(await opened.eraseConversation({ conversation: id, at: NOW, next })).toBe(true);
    expect(copies()).toEqual([]);
    await expect.poll(() => filesWith(folder, words), { timeout: 60_000, interval: 20 }).toEqual([]);
  });

  it('loses the copy when inactive visitors are forgotten or consent is withdrawn, and not when there is no one to forget', async () => {
    const opened = await open();
    expect(await opened.eraseInactive('no such inbox', NOW, 10)).toBe(0);
    expect(await opened.withdrawConsent('ses_no_such', NOW)).toMatchObject({ sessions: [] });
    expect(copies()).toHaveLength(1);
    const db = new Database(join(folder, 'service.db'), { readonly: true });
    const [{ inbox } = { inbox: '' }] = db.prepare('SELECT inbox FROM contacts').all() as { inbox: string }[];
    const { id } = db.prepare('SELECT id FROM sessions LIMIT 1').get() as { id: string };
    db.close();
    expect((await opened.withdrawConsent(id, NOW)).sessions).not.toEqual([]);
    expect(copies()).toEqual([]);
    beginCopy({ folder, name: 'workspace', version: 3, bytes: 0, now: NOW }).finish();
    expect(copies()).toHaveLength(1);
    expect(await opened.eraseInactive(inbox, NOW * 2, 10)).toBeGreaterThan(0);
    expect(copies()).toEqual([]);
  });

  it('loses the copy after seven days, at a start and in a server that runs on', async () => {
    await open();
    let now = NOW + 7 * DAY_MS - 1;
    await reopen({ now: () => now, expireCopiesMs: 10 });
    expect(copies()).toHaveLength(1);
    now += 1;
    await expect.poll(copies, { timeout: 60_000, interval: 10 }).toEqual([]);
    beginCopy({ folder, name: 'service', version: 3, bytes: 0, now: NOW }).finish();
    await reopen({ now: () => NOW + 7 * DAY_MS });
    expect(copies()).toEqual([]);
  });

  it('is copied once: a start with nothing to change copies nothing, and one that failed halfway leaves no second copy', async () => {
    await open();
    const [first] = copies();
    await reopen({ now: () => NOW + DAY_MS });
    expect(copies()).toEqual([first]);
    const version = Number(/service-(\d+)-/.exec(first ?? '')?.[1]);
    beginCopy({ folder, name: 'service', version, bytes: 0, now: NOW + DAY_MS });
    expect(copies()).toHaveLength(2);
    await reopen({ now: () => NOW + DAY_MS });
    expect(copies()).toEqual([first]);
    beginCopy({ folder, name: 'service', version, bytes: 0, now: NOW + DAY_MS }).finish();
    expect(copies()).toHaveLength(1);
    expect(copies()).not.toContain(first);
  });

  it('leaves other files of that folder alone', async () => {
    await open();
    const own = join(folder, 'backups', 'my-own.db');
    writeFileSync(own, '');
    utimesSync(own, 0, 0);
    await reopen({ now: () => NOW + 30 * DAY_MS });
    expect(copies()).toEqual([own]);
  });
});

describe('a copy that can’t be made', () => {
  it('stops the start before anything is changed, and says how much room it needs', async () => {
    // Where the folder should be is a file.
    writeFileSync(join(folder, 'backups'), '');
    const before = versionOf(join(folder, 'service.db'));
    await expect(open()).rejects.toThrow(
      /must be copied before this version changes it.*needs \d+ MiB in .*backups.*Nothing was changed\. Make room/,
    );
    rmSync(join(folder, 'backups'));
    expect(versionOf(join(folder, 'service.db'))).toBe(before);
    await open();
    expect(copies()).toHaveLength(1);
  });

  it('because the disk is too full leaves no half of it', () => {
    const source = { folder, name: 'service', version: 3, bytes: 2 ** 30, now: NOW } as const;
    expect(() => beginCopy(source, 2 ** 29)).toThrow(/the disk has 512 MiB left.*needs 1,040 MiB/);
    const copy = beginCopy(source, 2 ** 31);
    expect(copies()).toHaveLength(1);
    expect(copy.failed(new Error('database or disk is full')).message).toMatch(/disk is full.*needs 1,040 MiB/);
    expect(copies()).toEqual([]);
  });
});

it('a new data folder has no copy', async () => {
  for (const name of ['service.db', 'service.db-wal']) rmSync(join(folder, name));
  await open();
  expect([copies(), lines]).toEqual([[], []]);
});
