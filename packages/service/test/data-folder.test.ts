/** Who may read what the server stores: its own user alone, whatever the umask it was started with. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Service } from '../../../test/support/server/start-service.js';
import { inboxesFor } from '../../../test/support/sites/start-site.js';
import { openDataFolder } from '../src/storage/data-folder.js';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-modes-'));
  umask = process.umask(0o022);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const warningsOf = (path: string): readonly string[] => {
  const warnings: string[] = [];
  openDataFolder(path, (what) => warnings.push(what));
  return warnings;
};

describe('the data folder', () => {
  it('is made for the server’s own user alone, with the folders above it', () => {
    expect(warningsOf(join(folder, 'a/data'))).toEqual([]);
    expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a/data'))]).toEqual([0o700, 0o700]);
  });

  it.each([0o755, 0o750, 0o701, 0o777, 0o707])(
    'is left as it is, with a warning that says what to run, at mode %o',
    (mode) => {
      chmodSync(folder, mode);
      expect(warningsOf(folder)).toEqual([expect.stringContaining(`Run: chmod 700 ${folder}`)]);
      expect(modeOf(folder)).toBe(mode);
      chmodSync(folder, 0o700);
      expect(warningsOf(folder)).toEqual([]);
    },
  );

  it('that can’t be used is named, with the setting and what it needs', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataFolder(join(folder, 'file'), () => undefined)).toThrow(
      /^DATA_DIR must name a folder that the server's user can read and write, .*file can't be used \(EEXIST\)/,
    );
  });

  // Root may write everything.
  it.skipIf(process.getuid?.() === 0)('with a database that the server can’t write, names the file', () => {
    writeFileSync(join(folder, 'workspace.db'), '', { mode: 0o400 });
    expect(() => openDataFolder(folder, () => undefined)).toThrow(/workspace\.db can't be used \(EACCES\)/);
  });

  it('with a database that is none, names the file in the log before the server ends', async () => {
    writeFileSync(join(folder, 'workspace.db'), 'no database '.repeat(500));
    const inboxes = inboxesFor(['http://localhost:1']);
    const service = await Service.start({ inboxDir: inboxes.folder, dataFrom: folder, startedWhen: 'spawned' });
    try {
      expect(await service.endsByItself()).toBe(1);
      expect(service.output).toMatch(/workspace\.db can't be used: file is not a database/);
    } finally {
      await service.dispose();
      inboxes.remove();
    }
  });

  it('has no file that others may read, also where it was there before and they may enter it', async () => {
    const inboxes = inboxesFor(['http://localhost:1']);
    chmodSync(folder, 0o755);
    const service = await Service.start({ inboxDir: inboxes.folder, dataFrom: folder });
    try {
      chmodSync(service.dataDir, 0o755);
      await service.stop();
      await service.start();
      expect(service.output).toContain('chmod 700');
      const open = readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => (modeOf(join(entry.parentPath, entry.name)) & 0o077) !== 0)
        .map((entry) => join(entry.parentPath, entry.name).slice(service.dataDir.length + 1))
        // Scripts that every page may load; nodes may share their folder as different users.
        .filter((name) => !/^loaders\/[\w.-]+\.js$/.test(name));
      expect(open).toEqual([]);
    } finally {
      await service.dispose();
      inboxes.remove();
    }
  });
});
