// @vitest-environment node
/** A library around ours writes declarations, and its users set every check: nothing of ours may stand in its way. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyShare } from '../../../test/support/runs/daily.js';

const root = resolve(import.meta.dirname, '..');
const { exports: all } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object };
const entries = Object.keys(all)
  .filter((entry) => !/json$/.test(entry))
  .map((entry) => entry.slice(2));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-user-'));
  mkdirSync(join(folder, 'node_modules/@service'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(root, join(folder, 'node_modules/@service/embed-sdk'));
  for (const name of ['ai', '@assistant-ui'])
    symlinkSync(resolve(root, '../../node_modules', name), join(folder, 'node_modules', name));
  for (const name of ['react', 'node', 'csstype'])
    symlinkSync(
      resolve(root, `../../node_modules/${name === 'csstype' ? name : `@types/${name}`}`),
      join(folder, `node_modules/${name === 'csstype' ? name : `@types/${name}`}`),
    );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

const RESOLUTIONS = {
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  node: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Node10, ignoreDeprecations: '6.0' },
} as const;

function problemsOf(source: string, resolution: keyof typeof RESOLUTIONS): string[] {
  const file = join(folder, `${resolution}.ts`);
  writeFileSync(file, source);
  const program = ts.createProgram([file], {
    ...RESOLUTIONS[resolution],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    declaration: true,
    outDir: join(folder, 'out'),
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    types: ['node', 'react'],
    typeRoots: [join(folder, 'node_modules/@types')],
  });
  const { diagnostics } = program.emit(undefined, () => undefined);
  // What the libraries of others say of themselves is theirs.
  const ours = [...ts.getPreEmitDiagnostics(program), ...diagnostics].filter(
    ({ file: of }) =>
      !of || !/node_modules\/(?!@service)/.test(of.fileName.replace(`${folder}/node_modules/@service`, '')),
  );
  return ours.map(
    ({ messageText, file: of }) => `${of?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

/** On libraries that are not to be found by the rules of 2019. */
const ADAPTERS = ['assistant-ui', 'ai-sdk'];
const exporting = (names: readonly string[]): string =>
  names
    .map((entry) => `export * as ${entry.replace('-', '') || 'root'} from '@service/embed-sdk${entry && `/${entry}`}';`)
    .join('\n');
const EVERYTHING = exporting(entries.filter((entry) => !ADAPTERS.includes(entry)));
const MADE = `
import ServiceWidget, { createServiceWidget } from '@service/embed-sdk/js';
import { useServiceWidget, ServiceWidget as Embedded } from '@service/embed-sdk/react';
import { createChatClient, useChat } from '@service/embed-sdk/headless';
import { createFakeServer } from '@service/embed-sdk/testing';
import { defineTool } from '@service/embed-sdk/tools';
declare const maybe: string | undefined;
export const one = ServiceWidget;
export const widget = createServiceWidget();
export const useWidget = () => useServiceWidget({ inboxId: 'demo', baseUrl: maybe, user: undefined, onMessage: undefined });
export const Chat = Embedded;
export const client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.test', user: { name: maybe }, locale: maybe });
export const useOwn = () => useChat({ inboxId: 'demo', baseUrl: 'https://chat.test', consent: undefined, onError: undefined });
export const server = createFakeServer({ answer: undefined });
export const tool = defineTool({ name: 'get_cart', description: 'The basket.', title: maybe, handler: () => 1 });
`;

const resolutions = dailyShare(Object.keys(RESOLUTIONS) as (keyof typeof RESOLUTIONS)[], 3);

describe.each(resolutions)('with moduleResolution %s', (resolution) => {
  it('F7, F9: every entry is found and can be exported again', () => {
    expect(problemsOf(EVERYTHING, resolution)).toEqual([]);
  });

  it.skipIf(resolution === 'node')('the adapters of other libraries are found, with their types', () => {
    expect(problemsOf(exporting(ADAPTERS), resolution)).toEqual([]);
  });

  it('F7: what is made of it gets declarations, and `undefined` is an option left out', () => {
    expect(problemsOf(MADE, resolution)).toEqual([]);
  });
});
