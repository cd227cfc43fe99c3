/** The commands of package.json say how they are used, and refuse what they don't know before they do anything. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** The name that run.mjs gets, with the arguments that package.json itself adds. */
const commands = Object.entries(scripts).flatMap(([script, line]) => {
  const given = /run\.mjs (.*)$/.exec(line)?.[1]?.split(' ');
  return given ? [[script, given] as const] : [];
});
const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(ROOT, 'scripts/run.mjs'), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  return { stdout, stderr, status };
};
/** `npm start` and `npm test` need no “run”. */
const written = (script: string): string => `npm ${/^(start|test)$/.test(script) ? '' : 'run '}${script}`;

describe.each(commands)('%s', (script, given) => {
  it('shows with --help how it is used, and does nothing else', () => {
    const { stdout, stderr, status } = run([...given, '--help']);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout.split('\n').some((line) => line.startsWith(`  ${written(script)}`))).toBe(true);
  });
});

// What is no option of `npm test` and `npm run test:firefox` goes to the test runner.
describe.each(commands.filter(([script]) => !script.startsWith('test')))('%s', (script, given) => {
  it('names an option that it does not have, and shows how it is used', () => {
    const { stdout, stderr, status } = run([...given, '--wrong']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toMatch(/^There is no option --wrong\.\n/);
    expect(stderr).toContain(written(script));
  });
});

it('an option without its value, and a word too many, are named', () => {
  expect(run(['knowledge/ask', '--inbox']).stderr).toMatch(/^--inbox needs a value\./);
  expect(run(['build', 'all']).stderr).toMatch(/^“all” is one argument too many\./);
});

it.each([
  ['its help', ['start', '--help']],
  ['an answer', ['knowledge/ask', '--inbox', 'demo', 'can I return shoes?']],
])('a command ends quietly when %s is not read to the end, as before `head`', async (_what, args) => {
  const temporary = mkdtempSync(join(tmpdir(), 'service-command-'));
  const child = spawn(process.execPath, [join(ROOT, 'scripts/run.mjs'), ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stdout.destroy();
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const [code] = await once(child, 'close');
  expect({ complaint, code, left: readdirSync(temporary) }).toEqual({ complaint: '', code: 0, left: [] });
  rmSync(temporary, { recursive: true });
});

it('eval names a file that is not there', () => {
  const { stderr, status } = run(['knowledge/eval', '--inbox', 'demo/inboxes/demo', '--questions', 'none.jsonl'], {
    ...process.env,
    INIT_CWD: ROOT,
  });
  expect({ stderr, status }).toEqual({ stderr: `\nThere is no ${join(ROOT, 'none.jsonl')}.\n`, status: 2 });
});

it('every npm command of the documents has options that it knows', () => {
  const pages = ['README.md', 'SECURITY.md', 'CONFORMANCE.md', 'CONTRIBUTING.md', 'scripts/README.md'];
  for (const file of readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md')) pages.push(join('docs', file));
  const texts = pages.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')] as const);
  const used = texts.flatMap(([page, text]) =>
    [...text.matchAll(/npm run ([\w:-]+)((?: (?!\\)[^\n`#|]*)?)/g)].map(([, script = '', rest = '']) => {
      const options = [...rest.matchAll(/(?<= )--[\w-]+/g)].map(([option]) => option);
      return { page, script, options };
    }),
  );
  expect(used.length).toBeGreaterThan(20);
  const unknown = used.filter(({ script, options }) => {
    const given = commands.find(([name]) => name === script)?.[1];
    if (!given) return !(script in scripts);
    const help = run([...given, '--help']).stdout;
    return options.some((option) => option !== '--help' && !help.includes(option));
  });
  expect(unknown).toEqual([]);
});

it('commands about an inbox look where npm start has its inboxes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-command-'));
  try {
    const { INBOX_DIR: _, ...others } = process.env;
    const env = { ...others, DATA_DIR: folder };
    const listed = run(['identity', 'list', 'demo'], env);
    // The demo's keys are in the environment of `npm start`: the inbox was found.
    expect(listed.stderr).toContain('DEMO_IDENTITY_KEYS');
    expect(run(['identity', 'list', 'nowhere'], env).stderr).toBe(
      `There is no inbox "nowhere" in ${join(ROOT, 'demo/inboxes')}. Set INBOX_DIR to the folder of the server's inboxes.\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
