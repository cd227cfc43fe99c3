/** The bundle that the server starts from: whole, and never older than what was compiled. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../../../test/support/runs/repository.js';
import { BUNDLE_FOLDER, BUNDLED, usableBundle, whatIsCompiled } from '../../dist/start/bundle.js';

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('.js') && !entry.parentPath.includes('.compiled')
      ? [join(entry.parentPath, entry.name)]
      : [],
  );

/** The addresses that the code of a folder makes of files beside it, with the file that makes each. */
const addressedIn = (folder: string): readonly (readonly [by: string, path: string])[] =>
  filesIn(folder).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new URL\(['"](\.[^'"]*)['"], import\.meta\.url\)/g)].map(
      ([, path = '']) => [file, path] as const,
    ),
  );

const dists = BUNDLED.map((name) => join(ROOT, 'packages', name, 'dist'));

describe('the bundle', () => {
  it('is there and of the compiled code: else run `npm run build`', () => {
    expect(usableBundle()).toMatchObject({ entry: expect.stringContaining('/packages/service/bundle/run-server.js') });
  });

  it('has every thread and process that the server starts', () => {
    const started = dists.flatMap(addressedIn).filter(([, path]) => path.endsWith('.js'));
    expect(started.length).toBeGreaterThanOrEqual(6);
    const packageOf = (file: string): string => relative(join(ROOT, 'packages'), file).split(sep)[0] ?? '';
    const names = started.map(([by, path]) => `${packageOf(by)}-${basename(path)}`);
    expect(readdirSync(BUNDLE_FOLDER)).toEqual(expect.arrayContaining(names));
  });

  it('names no file that is not there', () => {
    const named = addressedIn(BUNDLE_FOLDER);
    expect(named.length).toBeGreaterThanOrEqual(6);
    expect(named.filter(([by, path]) => !existsSync(join(dirname(by), path)))).toEqual([]);
  });

  it('takes one byte of memory for each letter of its code', () => {
    const isWide = (file: string): boolean => /[^\x00-\x7f]/.test(readFileSync(file, 'utf8'));
    expect(filesIn(BUNDLE_FOLDER).filter(isWide)).toEqual([]);
  });

  it('imports no module of Node whose import loads more than is used', () => {
    const imports = (file: string): boolean => /\bfrom ?["'](?:node:)?http["']/.test(readFileSync(file, 'utf8'));
    expect(filesIn(BUNDLE_FOLDER).filter(imports)).toEqual([]);
  });

  it('is made of code that names files in the one way that the bundler follows', () => {
    const [ways, followed] = [/import\.meta\.(?:url|dirname|filename|resolve)|__dirname/g, /new URL\(['"]\./g];
    const count = (pattern: RegExp): number =>
      dists.flatMap(filesIn).reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(pattern)?.length ?? 0), 0);
    expect(count(ways)).toBe(count(followed));
  });
});

describe('a bundle of other code', () => {
  let packages: string;
  const compile = (name: string, notes: string): void => {
    const folder = join(packages, name, 'dist');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.tsbuildinfo'), notes);
  };
  beforeEach(() => {
    packages = mkdtempSync(join(tmpdir(), 'service-bundle-'));
    for (const name of BUNDLED) compile(name, `{"of":"${name}"}`);
  });
  afterEach(() => rmSync(packages, { recursive: true }));

  it.each(BUNDLED)('is not used when %s was compiled anew', (name) => {
    const madeOf = whatIsCompiled(packages);
    expect(usableBundle(madeOf, packages)).not.toBeNull();
    compile(name, '{"of":"something else"}');
    expect(usableBundle(madeOf, packages)).toBeNull();
  });

  it('is not used when it was not finished', () => {
    expect(usableBundle('', packages)).toBeNull();
  });

  it('is not looked for by a Node that is too old, which says which one is needed', () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.9" } })';
    const { stderr, stdout, status } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, join(ROOT, 'packages/service/dist/main.js')],
      { encoding: 'utf8', timeout: 60_000, env: { ...process.env, PORT: 'none' } },
    );
    expect({ stderr, stdout, status }).toEqual({
      stderr: 'The server needs Node 22.13 or newer; this is Node 22.12.9. Get it at https://nodejs.org/.\n',
      stdout: '',
      status: 1,
    });
  });

  it('starts from one place: the file that the operator names', () => {
    const main = readFileSync(join(ROOT, 'packages/service/dist/main.js'), 'utf8');
    expect(main).toContain('usableBundle()');
    expect(fileURLToPath(usableBundle(whatIsCompiled(packages), packages)?.entry ?? '')).toContain(BUNDLE_FOLDER);
  });
});
