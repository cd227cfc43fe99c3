/** Checks the code examples of the README and of docs/ against the types of the published packages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUEUE_STUB } from '../../packages/embed-js/src/script-tag/queue-stub.js';
import { ROOT } from '../support/runs/repository.js';

const scriptTag = readFileSync(join(ROOT, 'docs/embed/script-tag.md'), 'utf8');
/** Every page with a name for its examples: README.md is `readme`, docs/embed/react.md is `embed-react`. */
const PAGES: Readonly<Record<string, string>> = Object.fromEntries([
  ['readme', readFileSync(join(ROOT, 'README.md'), 'utf8')],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => [
      file.replace(/[/\\]/g, '-').replace(/\.md$/, '').toLowerCase(),
      readFileSync(join(ROOT, 'docs', file), 'utf8'),
    ]),
]);
const snippets = Object.entries(PAGES).flatMap(([page, written]) =>
  [...written.matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map(
    ([, language, text], index) => [`${page}-${index + 1}.${language}`, text as string] as const,
  ),
);
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');

it('every TypeScript example of the README and of docs/ compiles', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(16);
  // Inside the demo, so that packages resolve as in a customer's project.
  mkdirSync(join(ROOT, 'demo/.types'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'demo/.types/examples-'));
  try {
    for (const [name, text] of snippets) writeFileSync(join(folder, name), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      jsx: 'react-jsx',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    const checked = spawnSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
    expect({ complaints: checked.stdout, code: checked.status }).toEqual({ complaints: '', code: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('the documented line that queues early calls is the one that the loader reads', () => {
  expect(scriptTag).toContain(`<script>${QUEUE_STUB}</script>`);
});
