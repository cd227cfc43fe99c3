/** Runs the examples of the documentation exactly as they are written there. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyShare } from '../../support/runs/daily.js';
import { ROOT } from '../../support/runs/repository.js';

/** Inside the demo, so that packages resolve as in a customer's project. */
let folder: string;

beforeAll(() => {
  mkdirSync(join(ROOT, 'demo/node_modules'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'demo/node_modules/.docs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The TypeScript examples of a page under this heading, in order. */
function examples(page: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const from = text.indexOf(`${heading}\n`);
  if (from < 0) throw new Error(`${page} has no heading “${heading}”.`);
  const section = text.slice(from + heading.length);
  const to = section.search(/^#{1,3} /m);
  return [...section.slice(0, to < 0 ? undefined : to).matchAll(/^```tsx?\n([\s\S]*?)^```/gm)].map(
    ([, code]) => code as string,
  );
}

/** Writes the code as a module that Node can run. Returns its path. */
function written(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(path, outputText);
  return path;
}

/** Each is a run of its own, with a start of its own. A short run has one of them. */
const testFiles = dailyShare(
  [
    ['## A whole test file, with React', 'happy-dom'],
    ['## A whole test file, with React', 'jsdom'],
    ['## Pages with the widget', 'jsdom'],
  ] as const,
  3,
);

describe.each(testFiles)('docs/embed/testing.md, %s, in %s', (heading, environment) => {
  it('is a test file that passes', () => {
    const [file] = examples('docs/embed/testing.md', heading) as [string];
    const app = mkdtempSync(join(folder, 'app-'));
    writeFileSync(join(app, 'help.test.tsx'), file);
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions: { jsx: 'react-jsx' } }));
    const config = { test: { environment, testTimeout: 60_000 } };
    writeFileSync(join(app, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    const report = join(app, 'report.json');
    try {
      execFileSync(process.execPath, [vitest, 'run', '--root', app, '--reporter=json', `--outputFile=${report}`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
        stdio: 'pipe',
      });
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`It does not pass:\n${stdout}\n${stderr}\n${read(report)}`);
    }
    const { numPassedTests, numTotalTests } = JSON.parse(read(report)) as Record<string, number>;
    expect(numTotalTests).toBe(file.match(/^it\(/gm)?.length);
    expect(numPassedTests).toBe(numTotalTests);
  });
});

describe('docs/embed/testing.md without React', () => {
  it.each(examples('docs/embed/testing.md', '## Without React').map((code, at) => [at + 1, code] as const))(
    'example %i runs in Node and gives the documented value',
    (at, code) => {
      // The comment after an expression is its value.
      const checked = code.replace(
        /^(await .*?); \/\/ (\{.*\})$/gm,
        (_, expression, gives) => `equal(${expression}, ${gives});`,
      );
      const program = written(
        `testing-${at}`,
        `import { deepEqual as equal } from 'node:assert/strict';\n${checked}\nclient.destroy();\nprocess.exit();`,
      );
      expect(() => execFileSync(process.execPath, [program], { stdio: 'pipe', timeout: 120_000 })).not.toThrow();
    },
  );
});

describe('docs/identity', () => {
  const SECRET = 'cwsk_0123456789012345678901234567890123456789abc';
  const NONCE = 'AAECAwQFBgcICQoLDA0ODw';
  const asks = (cookie?: string): RequestInit => ({
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify({ nonce: NONCE }),
  });
  const claimsOf = ({ token }: { readonly token: string }) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  const body = JSON.stringify({ id: 'run_1', ts: Date.now(), type: 'question', data: { text: 'Where is my order?' } });
  const signed = {
    method: 'POST',
    headers: {
      'x-service-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
      'idempotency-key': 'run_1',
    },
    body,
  };

  beforeAll(() =>
    Object.assign(process.env, { CHAT_KEY_ID: 'ik_documented', CHAT_SECRET: SECRET, SERVICE_SECRET: SECRET }),
  );

  it('has routes for web requests: a token for the logged-in user, and an answer to signed requests of the service', async () => {
    const [web] = examples('docs/identity/README.md', '## On your server') as [string];
    const { chatToken, answer } = (await import(written('web', web))) as Record<
      'chatToken' | 'answer',
      (request: Request) => Promise<Response>
    >;
    const given = await chatToken(new Request('https://shop.example/chat-token', asks('session=s-1')));
    expect(given.status).toBe(200);
    expect(claimsOf((await given.json()) as { token: string })).toMatchObject({ sub: 'user-42', nonce: NONCE });
    expect((await chatToken(new Request('https://shop.example/chat-token', asks()))).status).toBe(401);
    const answered = await answer(new Request('https://shop.example/answer', signed));
    expect(await answered.json()).toEqual({ text: 'You asked: Where is my order?' });
    const forged = { ...signed, body: body.replace('order', 'money') };
    expect((await answer(new Request('https://shop.example/answer', forged))).status).toBe(401);
  });

  it('has the same for Node’s http, as a server that runs', async () => {
    const [, node] = examples('docs/identity/README.md', '## On your server') as [string, string];
    const { server } = (await import(written('node', node))) as { readonly server: Server };
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const given = await fetch(`${at}/chat-token`, asks('session=s-1'));
    expect(claimsOf((await given.json()) as { token: string })).toMatchObject({ sub: 'user-42', nonce: NONCE });
    expect((await fetch(`${at}/chat-token`, asks())).status).toBe(401);
    expect(await (await fetch(`${at}/answer`, signed)).json()).toEqual({ text: 'You asked: Where is my order?' });
    expect((await fetch(`${at}/answer`, { ...signed, body: '{}' })).status).toBe(401);
    await new Promise((closed) => server.close(closed));
  });
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
