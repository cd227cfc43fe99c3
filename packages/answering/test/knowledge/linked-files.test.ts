/** Who may write articles may not read what else the server can: a link in the folder leads to nothing outside of it. */
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, hashOf, readAbout } from '../../src/knowledge/library/knowledge-folder.js';
import { createArticleReader } from '../../src/knowledge/reading/article-reader.js';

const SECRET = 'root:x:0:0:root:/root:/bin/bash';
let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'service-linked-'));
  folder = join(base, 'inbox/knowledge');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside/passwd'), SECRET);
  writeFileSync(join(base, 'outside/passwd.md'), SECRET);
  writeFileSync(join(base, 'inbox/agent.secret'), SECRET);
  writeFileSync(join(folder, 'returns.md'), 'You can return shoes.');
  writeFileSync(join(folder, 'inner/sizes.md'), 'Sizes are large.');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const found = (): readonly string[] => filesIn(folder).map(({ file }) => file);

describe('a link in the folder of articles', () => {
  it.each([
    ['to a file of the system', () => symlinkSync(join(base, 'outside/passwd'), join(folder, 'zz.md'))],
    ['to a file of the inbox beside it', () => symlinkSync('../agent.secret', join(folder, 'zz.md'))],
    [
      'to a link that leads out',
      () => {
        symlinkSync(join(base, 'outside/passwd'), join(folder, '.hidden'));
        symlinkSync('.hidden', join(folder, 'zz.md'));
      },
    ],
    ['in a folder below', () => symlinkSync('../../../outside/passwd', join(folder, 'inner/zz.md'))],
    ['to a folder outside', () => symlinkSync(join(base, 'outside'), join(folder, 'zz'))],
    [
      'to a folder whose name begins like this one',
      () => {
        mkdirSync(join(base, 'inbox/knowledge-of-others'));
        writeFileSync(join(base, 'inbox/knowledge-of-others/a.md'), SECRET);
        symlinkSync('../knowledge-of-others/a.md', join(folder, 'zz.md'));
      },
    ],
    ['to what is gone', () => symlinkSync('nowhere.md', join(folder, 'zz.md'))],
    ['to itself', () => symlinkSync('zz.md', join(folder, 'zz.md'))],
    ['to the folder', () => symlinkSync('.', join(folder, 'zz.md'))],
  ])('%s is no article', (_, link) => {
    link();
    expect(found()).toEqual(['inner/sizes.md', 'returns.md']);
  });

  it('instead of what tells about an article is not read', () => {
    symlinkSync(join(base, 'outside/passwd'), join(folder, 'returns.md.about'));
    const [, article] = filesIn(folder);
    expect(article && readAbout(article)).toBe('');
  });

  it('within the folder is an article, as a cluster mounts it: the files are in a hidden folder that is swapped', () => {
    rmSync(join(folder, 'returns.md'));
    for (const version of ['..2026_01', '..2026_02']) mkdirSync(join(folder, version));
    writeFileSync(join(folder, '..2026_01/returns.md'), 'You can return shoes.');
    writeFileSync(join(folder, '..2026_01/returns.md.about'), 'title: Returns');
    writeFileSync(join(folder, '..2026_02/returns.md'), 'You can return shoes within 30 days.');
    symlinkSync('..2026_01', join(folder, '..data'));
    symlinkSync('..data/returns.md', join(folder, 'returns.md'));
    symlinkSync('..data/returns.md.about', join(folder, 'returns.md.about'));
    const [, before] = filesIn(folder);
    expect(before && readAbout(before)).toBe('title: Returns');
    symlinkSync('..2026_02', join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    const [, after] = filesIn(folder);
    expect([before?.file, after?.file]).toEqual(['returns.md', 'returns.md']);
    expect(after?.stamp).not.toBe(before?.stamp);
  });

  it('to the whole folder, made by who owns the inbox, is followed', () => {
    renameSync(folder, join(base, 'articles'));
    symlinkSync(join(base, 'articles'), folder);
    expect(found()).toEqual(['inner/sizes.md', 'returns.md']);
  });

  it('that takes the place of an article after it was found is not read', async () => {
    const [, article] = filesIn(folder);
    if (!article) throw new Error('There is no article.');
    unlinkSync(article.path);
    symlinkSync(join(base, 'outside/passwd'), article.path);
    expect(() => hashOf(article, '')).toThrow('ELOOP');
    const reader = createArticleReader();
    const reading = await reader.read({
      ...{ kind: 'article', file: article.file, content: { path: article.path }, about: '' },
    } as const);
    expect(reading).toMatchObject({ ok: false });
    expect(JSON.stringify(reading)).not.toContain(SECRET);
    await reader.close();
  });

  it('of the hard kind is a file like others: only who may write the file itself can make one', () => {
    linkSync(join(folder, 'returns.md'), join(folder, 'again.md'));
    expect(found()).toEqual(['again.md', 'inner/sizes.md', 'returns.md']);
  });
});
