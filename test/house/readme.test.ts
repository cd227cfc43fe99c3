/** Checks the code examples of the README and of docs/ against the types of the published packages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
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
/** As files of the demo, so that packages resolve as in a customer's project. */
const snippets = Object.entries(PAGES).flatMap(([page, written]) =>
  [...written.matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map(
    ([, language, text], index) => [join(ROOT, `demo/src/${page}-${index + 1}.${language}`), text as string] as const,
  ),
);

it('every TypeScript example of the README and of docs/ compiles', () => {
  expect(snippets.length).toBeGreaterThanOrEqual(16);
  const files = new Map(snippets);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map((each) => `${each.file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`);
  expect(complaints).toEqual([]);
});

it('the documented line that queues early calls is the one that the loader reads', () => {
  expect(scriptTag).toContain(`<script>${QUEUE_STUB}</script>`);
});
