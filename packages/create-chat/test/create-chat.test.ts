// @vitest-environment node
/** The program as `npm create @service/chat` runs it, in an empty folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { INBOX_ID } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as options from '../src/options.js';
import { askFor } from '../src/questions.js';

const PACKAGE = resolve(import.meta.dirname, '..');
const MAIN = join(PACKAGE, 'dist/main.js');
let away: string;
beforeEach(() => {
  away = mkdtempSync(join(tmpdir(), 'create-chat-'));
});
afterEach(() => rmSync(away, { recursive: true, force: true }));

/** Without a terminal, as in a script. */
const create = (...args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], { cwd: away, encoding: 'utf8', input: '' });
const GIVEN = ['--server', 'https://chat.example.com', '--inbox', 'help-desk'] as const;
const all = (folder: string): string[] =>
  readdirSync(join(away, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe.each(Object.keys(options.TEMPLATES) as options.Template[])('the template %s', (template) => {
  it('is written whole, with the server and the inbox in it, and says what to run', () => {
    const { status, stdout } = create('My Shop', '--template', template, ...GIVEN);
    expect(status).toBe(0);
    expect(stdout).toContain(
      template === 'html' ? 'npx serve "My Shop"' : 'cd "My Shop"\n  npm install\n  npm run dev',
    );
    expect(stdout).toContain('"help-desk" of https://chat.example.com must allow');
    const texts = all('My Shop').map((file) => readFileSync(file, 'utf8'));
    expect(texts.filter((text) => /__[A-Z]+__/.test(text))).toEqual([]);
    expect(texts.join('')).toContain('https://chat.example.com');
    expect(texts.join('')).toContain('help-desk');
    if (template === 'html') return;
    const manifest = JSON.parse(readFileSync(join(away, 'My Shop/package.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'my-shop', dependencies: { '@service/embed-sdk': `^${version}` } });
    expect(existsSync(join(away, 'My Shop/.gitignore'))).toBe(true);
  });
});

it.each([
  ['vite-react', 'vite-app'],
  ['next', 'next-app'],
])('the template %s has the versions of the example %s', (template, example) => {
  const read = (path: string) => JSON.parse(readFileSync(resolve(PACKAGE, path), 'utf8'));
  const { dependencies, devDependencies } = read(`templates/${template}/package.json`);
  const shown = read(`../../examples/${example}/package.json`);
  expect({ ...dependencies, '@service/embed-sdk': '0.1.0' }).toEqual(shown.dependencies);
  expect(devDependencies).toEqual(shown.devDependencies);
});

describe('what exists', () => {
  it('is not written over: with one file of the template there, nothing is written', () => {
    create('shop', '--template', 'html', ...GIVEN);
    writeFileSync(join(away, 'shop/index.html'), 'mine');
    const { status, stderr } = create('shop', '--template', 'vite-react', ...GIVEN);
    expect(status).toBe(1);
    expect(stderr).toContain('Nothing was written: shop has index.html already.');
    expect(all('shop')).toEqual([join(away, 'shop/index.html')]);
    expect(readFileSync(join(away, 'shop/index.html'), 'utf8')).toBe('mine');
  });

  it('stays beside the new files, when it is none of them', () => {
    writeFileSync(join(away, 'notes.txt'), 'mine');
    expect(create('.', '--template', 'html', ...GIVEN).status).toBe(0);
    expect(readdirSync(away).sort()).toEqual(['index.html', 'notes.txt']);
  });

  it('is no folder: nothing is written', () => {
    writeFileSync(join(away, 'shop'), 'mine');
    expect(create('shop', '--template', 'html', ...GIVEN).status).toBe(1);
    expect(readFileSync(join(away, 'shop'), 'utf8')).toBe('mine');
  });
});

describe('the command line', () => {
  it('has the server’s rule for inboxes', () => {
    expect(options.INBOX_ID).toEqual(INBOX_ID);
  });

  it.each([
    [['shop', '--template', 'vue', ...GIVEN], '--template: use one of vite-react, next, html.'],
    [
      ['shop', '--template', 'html', '--server', 'chat.example.com'],
      '--server: must begin with https:// or http:// and have no path',
    ],
    [['shop', '--template', 'html', '--server', 'https://chat.example.com/path'], '--server: must be'],
    [
      ['shop', '--template', 'html', '--server', 'https://c.example', '--inbox', '"><script>'],
      '--inbox: must be the id',
    ],
    [['shop', '--nothing'], "Unknown option '--nothing'"],
    [['shop', 'other', '--template', 'html', ...GIVEN], 'Name one folder.'],
    [['shop'], 'There is no terminal to ask in. Missing: template, server.'],
  ])('refuses %j, says why, and writes nothing', (args, problem) => {
    const { status, stderr } = create(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(problem);
    expect(readdirSync(away)).toEqual([]);
  });

  it('explains itself', () => {
    expect(create('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm create @service/chat') });
  });
});

it('asks for what is missing, again where the answer can’t be used, and takes the default for an empty one', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  const answers = ['chat.example.com/path', 'https://chat.example.com', ''];
  output.on('data', (text) => {
    shown += String(text);
    if (/\]: $/.test(shown)) input.write(`${answers.shift()}\n`);
  });
  const asked = await askFor({ folder: 'shop', template: 'html', sdk: null }, input, output);
  expect(asked).toEqual({
    folder: 'shop',
    template: 'html',
    server: 'https://chat.example.com',
    inbox: 'demo',
    sdk: null,
  });
  expect(shown).toContain('must begin with https:// or http:// and have no path');
});

it('is published with its templates, and with the file that npm would leave out under its own name', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: PACKAGE, encoding: 'utf8' });
  const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/main.js', 'templates/next/gitignore', 'templates/html/index.html', 'README.md']),
  );
});
