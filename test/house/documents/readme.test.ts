/** Checks the code examples of the documents against the types of the published packages, and their JSON against the schema. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUEUE_STUB } from '../../../packages/embed-js/src/script-tag/queue-stub.js';
import { inboxFileSchema } from '../../../packages/protocol/src/schema/inbox-file.js';
import { ROOT } from '../../support/runs/repository.js';

const scriptTag = readFileSync(join(ROOT, 'docs/embed/script-tag.md'), 'utf8');
/** Every document with a name for its examples: README.md is `readme`, docs/embed/react.md is `docs-embed-react`. */
const PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((file) => file !== '' && !file.includes('/knowledge/') && !/^test\/|api-report/.test(file))
    .map((file) => [
      file.replace(/\//g, '-').replace(/\.md$/, '').toLowerCase(),
      readFileSync(join(ROOT, file), 'utf8'),
    ]),
);
const blocksOf = (languages: string) =>
  Object.entries(PAGES).flatMap(([page, written]) =>
    [...written.matchAll(new RegExp(`^ *\`\`\`(${languages})\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
      ([, language = '', text = ''], index) => ({ name: `${page}-${index + 1}`, language, text }),
    ),
  );
/** What a page with the script tag has. */
const GLOBAL = "import type Api from '@service/embed-sdk/js';\ndeclare const ServiceWidget: typeof Api;\n";
const snippets = [
  ...blocksOf('tsx?').map(({ name, language, text }) => [`${name}.${language}`, text] as const),
  ...blocksOf('js').map(({ name, text }) => [`${name}-js.ts`, `${GLOBAL}${text}`] as const),
];
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');

it('every example in TypeScript and JavaScript compiles', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(36);
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

/** Frames of the wire stand one in a line. */
const linesApart = <T extends { readonly text: string }>(block: T): readonly T[] => {
  const lines = block.text.trim().split('\n');
  return lines.every((line) => /^\{.*\}$/.test(line)) ? lines.map((text) => ({ ...block, text })) : [block];
};

it('every JSON example can be read, and those of inbox.json have fields and values that the server takes', () => {
  const inbox = { name: 'Shop', allowedOrigins: ['https://shop.example'] };
  const problems: string[] = [];
  let inboxes = 0;
  for (const { name, text } of blocksOf('json').flatMap(linesApart)) {
    // A part of an object, as it is pasted into a file.
    const isPart = text.startsWith('"');
    const read = JSON.parse(isPart ? `{${text}}` : text) as object;
    if (!isPart && !('allowedOrigins' in read)) continue;
    inboxes++;
    const written = JSON.parse(JSON.stringify(read).replaceAll('<64 hexadecimal digits>', 'a'.repeat(64))) as object;
    const { error } = inboxFileSchema.safeParse({ ...inbox, ...written });
    if (error) problems.push(`${name}: ${error.message}`);
  }
  expect(problems).toEqual([]);
  expect(inboxes).toBeGreaterThanOrEqual(4);
});

it('the documented line that queues early calls is the one that the loader reads', () => {
  expect(scriptTag).toContain(`<script>${QUEUE_STUB}</script>`);
});
