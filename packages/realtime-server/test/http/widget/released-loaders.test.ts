/** A page that pins the script by version and hash finds the same bytes after every deploy. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptAsset } from '../../../dist/http/files/asset.js';
import { releaseAttachments, releaseLoader } from '../../../dist/http/widget/released-loaders.js';
import { pages } from '../test-app.js';

const folder = mkdtempSync(join(tmpdir(), 'service-loaders-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const loader = (code: string) => scriptAsset(Buffer.from(code));
const never = (): never => {
  throw new Error('nothing changed');
};

describe('a released loader', () => {
  it('is still served when the next version is', () => {
    releaseLoader(folder, '1.0.0', loader('one'), never);
    const released = releaseLoader(folder, '1.1.0', loader('two'), never);
    expect(released.map(({ version, asset }) => [version, asset.body.toString()])).toEqual([
      ['1.0.0', 'one'],
      ['1.1.0', 'two'],
    ]);
  });

  it('is never written over: the same version with other bytes is reported, and the first bytes stay', () => {
    releaseLoader(folder, '1.0.0', loader('one'), never);
    const conflicts: string[] = [];
    const [stored] = releaseLoader(folder, '1.0.0', loader('changed'), (version) => void conflicts.push(version));
    expect(conflicts).toEqual(['1.0.0']);
    expect(stored?.asset.body.toString()).toBe('one');
    expect(readdirSync(folder)).toEqual(['1.0.0.js']);
  });

  it.each([
    ['nothing', () => ''],
    ['its first half', (whole: string) => whole.slice(0, whole.length / 2)],
    ['all but its last letter', (whole: string) => whole.slice(0, -1)],
    ['zeros from the middle on', (whole: string) => whole.slice(0, 9).padEnd(whole.length, '\0')],
    ['nothing but zeros', (whole: string) => '\0'.repeat(whole.length)],
  ] as const)('is made whole when a crash has left %s of it', (_, left) => {
    const mine = join(folder, 'cut-off');
    mkdirSync(mine, { recursive: true });
    const whole = loader('globalThis.chat = { version: "1.0.0" }');
    writeFileSync(join(mine, '1.0.0.js'), left(whole.body.toString()));
    const [released] = releaseLoader(mine, '1.0.0', whole, never);
    expect(released?.asset.sha384).toBe(whole.sha384);
    expect(readFileSync(join(mine, '1.0.0.js')).equals(whole.body)).toBe(true);
    expect(readdirSync(mine)).toEqual(['1.0.0.js']);
  });

  it('is published with the hash of exactly what is served, in JSON and on the server’s own page', async () => {
    const app = pages();
    const manifest = (await (await app.request('http://chat.test/embed/manifest.json')).json()) as {
      version: string;
      file: string;
      integrity: string;
      released: unknown[];
    };
    const served = await app.request(`http://chat.test${manifest.file}`);
    expect(scriptAsset(Buffer.from(await served.arrayBuffer())).sha384).toBe(manifest.integrity);
    expect(served.headers.get('cache-control')).toContain('immutable');
    expect(served.headers.get('access-control-allow-origin')).toBe('*');
    expect(manifest.released).toEqual([{ version: '1.2.3', file: manifest.file, integrity: manifest.integrity }]);
    expect(await (await app.request('http://chat.test/')).text()).toContain(manifest.integrity);
    expect((await app.request('http://chat.test/embed/0.0.1/loader.js')).status).toBe(404);
  });
});

describe('what a released loader fetches beside it', () => {
  it('is there by its name for good, whatever is released later', () => {
    const mine = join(folder, 'attachments');
    const first = scriptAsset(Buffer.from('export const attach = 1'));
    const second = scriptAsset(Buffer.from('export const attach = 2'));
    releaseAttachments(mine, [first]);
    const stored = releaseAttachments(mine, [second]);
    for (const part of [first, second]) expect(stored.get(part.hash)?.body.equals(part.body)).toBe(true);
  });

  it('is found when another node has released it since: that node’s loader takes nothing else', () => {
    const shared = join(folder, 'shared');
    const mine = releaseAttachments(shared, [scriptAsset(Buffer.from('export const attach = 1'))]);
    const newer = scriptAsset(Buffer.from('export const attach = 2'));
    expect(mine.get(newer.hash)).toBeNull();
    releaseAttachments(shared, [newer]);
    expect(mine.get(newer.hash)?.body.equals(newer.body)).toBe(true);
  });

  it('of a loader that was pinned before hashes were whole is still there', () => {
    const old = join(folder, 'old');
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, 'attachment-0123abcd.js'), 'export const attach = 0');
    expect(releaseAttachments(old, []).get('0123abcd')?.body.toString()).toBe('export const attach = 0');
  });

  it('is not written again by the next start, which may find the disk full, and is made whole when it was cut off', () => {
    const release = () => {
      releaseLoader(folder, '1.0.0', loader('one'), never);
      releaseAttachments(folder, [loader('part')]);
    };
    const files = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]);
    release();
    const first = files();
    // Nothing is written beside them either: the time of the folder would be a new one.
    utimesSync(folder, 1, 1);
    release();
    expect(files()).toEqual(first);
    expect(statSync(folder).mtimeMs).toBe(1_000);
    const { hash, body } = loader('part');
    writeFileSync(join(folder, `attachment-${hash}.js`), body.subarray(0, 2));
    release();
    expect(readFileSync(join(folder, `attachment-${hash}.js`)).equals(body)).toBe(true);
  });

  it('has no name that leads out of the folder', () => {
    const mine = join(folder, 'inside');
    const stored = releaseAttachments(mine, []);
    writeFileSync(join(folder, 'secret.js'), 'secret');
    for (const name of ['../secret', `../${'a'.repeat(40)}`, '', 'x'.repeat(44), '..%2fsecret'])
      expect(stored.get(name)).toBeNull();
  });

  it('is published with its hashes, and served under each, for good', async () => {
    const app = pages();
    const { parts } = (await (await app.request('http://chat.test/embed/manifest.json')).json()) as { parts: string[] };
    expect(parts.length).toBe(7);
    for (const part of parts) {
      const served = await app.request(`http://chat.test/embed/v1.js?${part.slice('sha256-'.length)}`);
      expect(`sha256-${scriptAsset(Buffer.from(await served.arrayBuffer())).hash}`).toBe(part);
      expect(served.headers.get('cache-control')).toContain('immutable');
    }
  });
});
