/** What the documents point to is there: pages, headings, and files of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';

const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((page) => page !== '' && existsSync(join(ROOT, page)));
const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

it('every link of the documents leads to a file, and to a heading of it', () => {
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  );
  expect(links.length).toBeGreaterThan(150);
  const dead = links.filter(({ page, link }) => {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
  });
  expect(dead).toEqual([]);
});

it('every file that the documents name in code is there', () => {
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...textOf(page).matchAll(/`((?:demo|docs|examples|packages|scripts|test)\/[\w./-]+)`/g)].map(
        ([, file = '']) => ({
          page,
          file,
        }),
      ),
    );
  expect(named.length).toBeGreaterThan(40);
  // What a build writes is not there before it.
  const missing = named.filter(
    ({ file }) => !/\/(?:dist|bundle)\b|\.artifacts/.test(file) && !existsSync(join(ROOT, file)),
  );
  expect(missing).toEqual([]);
});

it('every name of the console that the documents give in italics is a text of it', () => {
  const plain = (text: string): string => text.replaceAll('’', "'").replace(/\s+/g, ' ');
  const sources = execFileSync('git', ['ls-files', 'packages/console-app/src'], { cwd: ROOT }).toString().split('\n');
  const shown = plain(
    sources.map((file) => (/\.tsx?$/.test(file) ? readFileSync(join(ROOT, file), 'utf8') : '')).join(),
  );
  const isShown = (name: string): boolean =>
    new RegExp(`[>'"\`}] ?${name.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&')} ?[<'"\`{]`).test(shown);
  const named = pages
    .filter((page) =>
      /^docs\/team\/[\w-]+\.md$|^docs\/answers\/(?:ai-agents|sources)\.md$|mcp-adapter\/README/.test(page),
    )
    .flatMap((page) =>
      [...plain(textOf(page)).matchAll(/(?<!\*)\*([A-Z][^*|]+)\*(?!\*)/g)].flatMap(([, path = '']) =>
        path.split(' → ').map((name) => ({ page, name })),
      ),
    );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter(({ name }) => !isShown(name))).toEqual([]);
});
