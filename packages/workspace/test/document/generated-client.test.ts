/** A client that other people's tools generate from the document: its types hold, and what it reads is as the document says. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import createClient from 'openapi-fetch';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../../test/support/runs/repository.js';
import { type Document, knownValues, type Read, readsOf, rightStatus, rightValue } from '../support/described-reads.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const CLIENT = `import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: 'http://localhost:4600/api/rpc' });
`;

let w: TestWorkspace;
let owner: Person;
let server: Server;
let url: string;
let document: Document;
let reads: readonly Read[];
let folder: string;
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  known = await knownValues(w, owner);
  const nothing = new Response(null, { status: 404 });
  server = createServer(getRequestListener(async (request) => (await w.workspace.routes(request, null)) ?? nothing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document;
  reads = readsOf(document);
  folder = mkdtempSync(join(tmpdir(), 'service-client-'));
  mkdirSync(join(folder, 'src'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const types = astToString(await openapiTypes(document as unknown as Parameters<typeof openapiTypes>[0]));
  writeFileSync(join(folder, 'src/api.ts'), types);
}, 120_000);
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await w.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The lines of the program that the compiler has something against, the first one being 1. The compiler runs beside this process: while
 * it waits for another program, its server closes connections that its client takes for open.
 */
async function wrongLines(name: string, calls: readonly string[]): Promise<readonly number[]> {
  writeFileSync(join(folder, 'src', `${name}.ts`), `${CLIENT}${calls.join('\n')}\n`);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--types', 'node'];
  const target = [
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
  ];
  const run = [TSC, ...options, ...target, `src/${name}.ts`];
  const stdout = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, run, { cwd: folder }, (error, printed) => {
      // The compiler ends with a number when it found errors.
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(printed);
    }),
  );
  const ownLines = CLIENT.split('\n').length - 1;
  const found = [...stdout.matchAll(/^(.*?)\((\d+),\d+\): error/gm)].map(([all, file, line]) => {
    if (file !== `src/${name}.ts`) throw new Error(`An error of another file: ${all}`);
    return Number(line) - ownLines;
  });
  return [...new Set(found)];
}

const call = (path: string, query: object): string =>
  `await client.GET(${JSON.stringify(path)}, { params: { query: ${JSON.stringify(query)} } });`;

const rightQuery = ({ parameters }: Read): Record<string, unknown> =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, rightValue(parameter, known)]));

describe('the types of the generated client', () => {
  it('take a call of every read, with all of its parameters and without those that may be missing', async () => {
    const calls = reads.flatMap((read) => {
      const needed = read.parameters.filter(({ required }) => required);
      const all = rightQuery(read);
      const few = Object.fromEntries(needed.map(({ name }) => [name, all[name]]));
      return read.parameters.length === 0
        ? [`await client.GET(${JSON.stringify(read.path)});`]
        : [call(read.path, all), call(read.path, few)];
    });
    expect(await wrongLines('right', calls)).toEqual([]);
  });

  it('refuse each parameter of another type, one that must be there and isn’t, and a path that doesn’t exist', async () => {
    const ofOtherType = reads.flatMap((read) =>
      read.parameters.map(({ name }) => call(read.path, { ...rightQuery(read), [name]: { not: 'this' } })),
    );
    const without = reads.flatMap((read) =>
      read.parameters
        .filter(({ required }) => required)
        .map(({ name }) => {
          const { [name]: _left, ...others } = rightQuery(read);
          return call(read.path, others);
        }),
    );
    const calls = [...ofOtherType, ...without, "await client.GET('/no/such/path');"];
    expect(ofOtherType.length).toBeGreaterThan(10);
    expect(await wrongLines('wrong', calls)).toEqual(calls.map((_, at) => at + 1));
  });
});

describe('what the generated client reads from a server that listens', () => {
  const conforms = (path: string, status: number, body: unknown): readonly unknown[] => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, 'document');
    const steps = ['paths', path, 'get', 'responses', String(status), 'content', 'application/json', 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.compile({ $ref: `document#/${pointer.join('/')}` });
    return validate(body) ? [] : (validate.errors ?? []);
  };
  type AnyRead = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const readWith = (headers: Record<string, string>): AnyRead =>
    createClient<Record<string, never>>({ baseUrl: `${url}/api/rpc`, headers }).GET as unknown as AnyRead;

  it('is of the declared form, for the owner, who may read everything', async () => {
    const get = readWith({ cookie: owner.cookie });
    for (const read of reads) {
      const { data, error, response } = await get(read.path, { params: { query: rightQuery(read) } });
      const status = rightStatus(read, known);
      expect([read.path, response.status]).toEqual([read.path, status]);
      expect(conforms(read.path, status, data ?? error), read.path).toEqual([]);
      // The declared form is one that refuses something.
      expect(conforms(read.path, status, 'no such answer'), read.path).not.toEqual([]);
    }
  });

  it('is of the declared form where it is refused: without a session, and with input that is wrong', async () => {
    const anonymous = readWith({});
    const statuses = new Set<number>();
    for (const read of reads) {
      const { data, error, response } = await anonymous(read.path, { params: { query: rightQuery(read) } });
      statuses.add(response.status);
      expect([200, 401], read.path).toContain(response.status);
      expect(conforms(read.path, response.status, response.ok ? data : error), read.path).toEqual([]);
      const [first] = read.parameters;
      if (!first || first.name === 'orgId') continue;
      const wrong = await readWith({ cookie: owner.cookie })(read.path, {
        params: { query: { ...rightQuery(read), [first.name]: 'x'.repeat(300) } },
      });
      expect([read.path, wrong.response.status]).toEqual([read.path, 400]);
      expect(conforms(read.path, 400, wrong.error), read.path).toEqual([]);
    }
    expect([...statuses].sort()).toEqual([200, 401]);
  });
});
