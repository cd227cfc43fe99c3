/** Each parameter of each read, as it comes in an address: right, wrong, missing and repeated. */
import { traverseContractProcedures } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedDocument } from '../../dist/http/described-document.js';
import { router } from '../../dist/router/router.js';
import {
  type Document,
  knownValues,
  type Parameter,
  type Read,
  readsOf,
  rightStatus,
  rightValue,
  wrongTexts,
} from '../support/described-reads.js';
import { ORIGIN, openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const READS = readsOf((await describedDocument(router, 'http://localhost:4600')) as Document);
const PARAMETERS = READS.flatMap((read) =>
  read.parameters.map((parameter) => [`${read.path} ${parameter.name}`, read, parameter] as const),
);

let w: TestWorkspace;
let owner: Person;
let known: Readonly<Record<string, string>>;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  known = await knownValues(w, owner);
});
afterAll(() => w.dispose());

/** Asks with right values for all that must be there, and with `given` for the parameter. */
function ask({ path, parameters }: Read, { name }: Parameter, given: readonly string[]) {
  const query = new URLSearchParams();
  for (const other of parameters)
    if (other.name !== name && (other.required || other.name === 'orgId'))
      query.append(other.name, String(rightValue(other, known)));
  for (const value of given) query.append(name, value);
  return w.get(`/api/rpc${path}?${query}`, owner);
}

it('the table has every read of the router', () => {
  const paths: string[] = [];
  traverseContractProcedures({ router, path: [] }, ({ contract }) => {
    const { method, path = '' } = contract['~orpc'].route;
    if (method === 'GET') paths.push(path);
  });
  expect(READS.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect(PARAMETERS.length).toBeGreaterThan(10);
});

it('the head of a read alone has the status of the read, as monitors ask for it', async () => {
  const asked = async (path: string, method: string) =>
    (await w.workspace.routes(new Request(`${ORIGIN}/api/rpc${path}`, { method }), null))?.status;
  const paths = ['/health', ...READS.map(({ path }) => path)];
  for (const path of paths) expect(await asked(path, 'HEAD'), path).toBe(await asked(path, 'GET'));
  expect(await asked('/health', 'HEAD')).toBe(200);
  expect(await asked('/members/invite', 'HEAD')).toBe(404);
});

describe('a parameter', () => {
  it.each(PARAMETERS)(
    '%s is taken with a right value, and with each that the document lists',
    async (_, read, parameter) => {
      const values = parameter.schema.enum ?? [rightValue(parameter, known)];
      const all = parameter.schema.type === 'boolean' ? [true, false] : values;
      for (const value of all)
        expect((await ask(read, parameter, [String(value)])).status, String(value)).toBe(rightStatus(read, known));
    },
  );

  it.each(PARAMETERS)('%s is refused with a wrong one, and the answer names it', async (_, read, parameter) => {
    for (const text of wrongTexts(parameter)) {
      const { status, body } = await ask(read, parameter, [text]);
      // An organization that is not the caller's is refused before the input is read.
      if (parameter.name === 'orgId') expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      else {
        expect([status, body.code], JSON.stringify(text)).toEqual([400, 'BAD_REQUEST']);
        expect(body.issues.map(({ path }: { path: string }) => path.split('.')[0])).toContain(parameter.name);
      }
    }
  });

  it.each(PARAMETERS)('%s may be missing only where the document says so', async (_, read, parameter) => {
    // A person names the organization, a key need not.
    const isNeeded = parameter.required === true || parameter.name === 'orgId';
    expect((await ask(read, parameter, [])).status).toBe(isNeeded ? 400 : rightStatus(read, known));
  });

  it.each(PARAMETERS)(
    '%s is refused when it comes twice, so that none of the two is ignored',
    async (_, read, parameter) => {
      const value = String(rightValue(parameter, known));
      expect((await ask(read, parameter, [value, value])).status).toBe(400);
    },
  );
});

it('false is false, and not the text "false"', async () => {
  const stats = async (comparison: string) =>
    (await w.get(`/api/rpc/admin/panel-stats?includeComparison=${comparison}`, owner)).body;
  const [without, withIt] = [await stats('false'), await stats('true')];
  expect(without.comparisonPeriod).not.toBe(withIt.comparisonPeriod);
});
