/** The embedded store against the contract of all stores, and its own: one process per folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js';
import { describeStore } from './store-contract.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'service-store-'));

describeStore('SQLite', async () => {
  const path = folder();
  let store = await openSqliteStore(path);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore(path);
      return store;
    },
    async dispose() {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
});

describe('the data folder', () => {
  it('belongs to one living process, and the error names it', async () => {
    const path = folder();
    writeFileSync(join(path, 'service.lock'), String(process.ppid));
    await expect(openSqliteStore(path)).rejects.toThrow(`process ${process.ppid}`);
    rmSync(path, { recursive: true });
  });

  it('is taken over from a process that died', async () => {
    const path = folder();
    writeFileSync(join(path, 'service.lock'), '999999999');
    const store = await openSqliteStore(path);
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('refuses writes after it was closed, instead of losing them', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await store.close();
    await expect(store.markRead('cnv_00000000000000000001', 1)).rejects.toThrow('closed');
    rmSync(path, { recursive: true });
  });
});
