/** The described document, as programs read it: an independent linter, and names as the specification has them. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestWorkspace, type TestWorkspace } from '../support/open-test-workspace.js';

let w: TestWorkspace;
beforeAll(async () => {
  w = await openTestWorkspace(null);
});
afterAll(() => w.dispose());

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

describe('/api/openapi.json', () => {
  it('has no error for a linter that others use', async () => {
    const { body } = await w.get('/api/openapi.json');
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(body), config });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is of the specified version, and each operation has an id of its own, with dashes', async () => {
    const { body } = await w.get('/api/openapi.json');
    expect([body.openapi, body.info.version]).toEqual(['3.1.0', '1.0.0']);
    const operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
      Object.values(methods),
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z]+(?:-[a-zA-Z]+)*$/);
    expect(Object.keys(body.components.securitySchemes)).toContain('Authorization');
  });
});

it('a call by the wrong method is answered with the right one', async () => {
  const { status, body } = await w.post('/api/rpc/inboxes/list', {});
  expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  expect(body.message).toBe('There is nothing at this address for POST: use GET. See /api/docs.');
  const unknown = await w.post('/api/rpc/nowhere', {});
  expect(unknown.body.message).toBe('There is nothing at this address. See /api/docs.');
});
