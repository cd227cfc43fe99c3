/** The test files of the documentation, in the projects of customers: Vitest and Jest, with both simulated browsers. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';
import { type CustomerFolder, customerFolder, install, PATIENCE_MS, run } from './customer-project.js';

const BROWSERS = ['jsdom', 'happy-dom'] as const;
const page = readFileSync(join(ROOT, 'docs/embed/testing.md'), 'utf8');
/** Those that are whole: they import their test runner. */
const files = [...page.matchAll(/^```tsx\n([\s\S]*?)^```/gm)]
  .map(([, code]) => code as string)
  .filter((code) => code.includes("from 'vitest'"));
const tests = files.join('').match(/^ {0,2}it\(/gm)?.length ?? 0;

const compiled = (code: string, module: ts.ModuleKind): string =>
  ts.transpileModule(code, {
    compilerOptions: { module, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
  }).outputText;

let away: CustomerFolder;

/** A project with these test files and dependencies. */
function project(name: string, extension: string, codes: readonly string[], devDependencies: object): string {
  const folder = join(away.path, name);
  mkdirSync(folder);
  for (const [at, code] of codes.entries()) writeFileSync(join(folder, `page-${at}.test.${extension}`), code);
  const react = { react: '19.3.1', 'react-dom': '19.3.1', '@service/embed-sdk': `file:${away.tarball}` };
  const library = { '@testing-library/dom': '10.4.2', '@testing-library/react': '16.3.3' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', private: true }));
  install(folder, () => ({ dependencies: react, devDependencies: { ...library, ...devDependencies } }));
  return folder;
}

beforeAll(() => {
  if (process.env.LONG === '1') away = customerFolder();
}, PATIENCE_MS);
afterAll(() => away?.remove());

it('the documentation has whole test files', () => {
  expect(files.length).toBeGreaterThan(1);
  expect(tests).toBeGreaterThan(8);
});

describe.runIf(process.env.LONG === '1')('the documented test files', () => {
  it(
    'pass in Vitest, in both simulated browsers',
    () => {
      const codes = files.map((code) => compiled(code, ts.ModuleKind.ESNext));
      const folder = project('vitest', 'mjs', codes, { vitest: '5.1.1', jsdom: '*', 'happy-dom': '21.0.4' });
      for (const browser of BROWSERS) {
        const options = [
          '--environment',
          browser,
          '--testTimeout',
          '60000',
          '--reporter=json',
          '--outputFile=report.json',
        ];
        run(folder, 'npx', 'vitest', 'run', ...options);
        const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
        expect(report).toMatchObject({ numPassedTests: tests, numFailedTests: 0 });
      }
    },
    PATIENCE_MS,
  );

  it(
    'pass in Jest 30, in both simulated browsers',
    () => {
      const codes = files.map((code) =>
        compiled(
          code
            .replace(/import \{ (.*), vi \} from 'vitest';/, "import { $1, jest } from '@jest/globals';")
            .replace(/import \{ (.*) \} from 'vitest';/, "import { $1 } from '@jest/globals';")
            .replace(/\bvi\.fn\b/g, 'jest.fn'),
          ts.ModuleKind.CommonJS,
        ),
      );
      const folder = project('jest', 'js', codes, {
        jest: '30.5.2',
        'jest-environment-jsdom': '30.5.2',
        '@happy-dom/jest-environment': '20.14.5',
      });
      for (const browser of ['jest-environment-jsdom', '@happy-dom/jest-environment']) {
        const config = { testEnvironment: browser, testTimeout: 60_000, transform: {} };
        const options = { ...config, testEnvironmentOptions: { url: 'http://localhost:3000' } };
        writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(options));
        const printed = run(folder, 'npx', 'jest', '--config', 'jest.config.json', '--json', '--silent');
        expect(JSON.parse(printed)).toMatchObject({ numPassedTests: tests, numFailedTests: 0 });
      }
    },
    PATIENCE_MS,
  );
});
