/** A settings file that can't be opened for a moment, though no one changed it: all is as it was, and nothing has to be restarted. */
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openKeyFiles, writeRing } from '../../dist/identity/key-files.js';
import { openInboxes } from '../../dist/inbox/inbox-directory.js';
import { KEY } from '../identity/sign-token.js';

let folder: string;
let warnings: string[];
const log = { info: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-reach-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As when the process has as many files open as it may: the file can still be looked at, and not be opened. */
function outOfReach(during: () => void): void {
  const opening = vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE' });
  });
  syncBuiltinESMExports();
  try {
    during();
    expect(opening).toHaveBeenCalled();
  } finally {
    opening.mockRestore();
    syncBuiltinESMExports();
  }
}

describe('keys in a file that is out of reach', () => {
  const keysIn = (file: string) => {
    const files = openKeyFiles({}, log);
    return () => files.ring({ env: null, file }).map(({ kid }) => kid);
  };

  it('are known as soon as it can be opened, and what is wrong is reported once', () => {
    const file = join(folder, 'identity-keys.json');
    writeRing(file, [KEY]);
    const kids = keysIn(file);
    outOfReach(() => {
      for (let look = 0; look < 3; look++) expect(kids()).toEqual([]);
    });
    expect(warnings).toEqual([expect.stringContaining('can’t be read')]);
    expect(kids()).toEqual([KEY.kid]);
  });

  it('stay as they were until it is read, and the change counts then', () => {
    const file = join(folder, 'identity-keys.json');
    writeRing(file, [KEY]);
    const kids = keysIn(file);
    expect(kids()).toEqual([KEY.kid]);
    writeRing(file, []);
    outOfReach(() => expect(kids()).toEqual([KEY.kid]));
    expect(kids()).toEqual([]);
  });
});

describe('an inbox.json that is out of reach', () => {
  it('leaves the inbox as it was until it is read, and what is wrong is reported once', () => {
    let now = 0;
    const write = (name: string): void =>
      writeFileSync(
        join(folder, 'shop/inbox.json'),
        JSON.stringify({ name, allowedOrigins: ['https://shop.example'] }),
      );
    mkdirSync(join(folder, 'shop'));
    write('Before');
    const inboxes = openInboxes(folder, log, () => now);
    const nameLater = (): string | undefined => {
      now += 2_000;
      return inboxes.get('shop')?.name;
    };
    write('After, and longer');
    outOfReach(() => {
      for (let look = 0; look < 3; look++) expect(nameLater()).toBe('Before');
    });
    expect(warnings).toEqual([expect.stringContaining('can’t be read')]);
    expect(nameLater()).toBe('After, and longer');
  });
});
