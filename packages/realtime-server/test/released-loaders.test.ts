/** A page that pins the script by version and hash finds the same bytes after every deploy. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptAsset } from '../dist/http/assets.js';
import { releaseAttachments, releaseLoader } from '../dist/http/released-loaders.js';
import { pages } from './pages.js';

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

  it('is never written over: the same version with other bytes is told of, and the first bytes stay', () => {
    releaseLoader(folder, '1.0.0', loader('one'), never);
    const told: string[] = [];
    const [kept] = releaseLoader(folder, '1.0.0', loader('changed'), (version) => void told.push(version));
    expect(told).toEqual(['1.0.0']);
    expect(kept?.asset.body.toString()).toBe('one');
    expect(readdirSync(folder)).toEqual(['1.0.0.js']);
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
    const kept = releaseAttachments(mine, [second]);
    expect([...kept.keys()].sort()).toEqual([first.name, second.name].sort());
    expect(kept.get(first.name)?.body.equals(first.body)).toBe(true);
  });
});
