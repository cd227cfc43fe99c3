/** The inbox API as an operator uses it, with the key that the server wrote to its data folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Service } from './start-service.js';

/** GET, or with `body` POST, `/api/desk/conversations` + `path`. Fails the test if the status is not 200. */
export async function inboxApi(
  service: Service,
  path: string,
  body?: object,
): Promise<{ conversations: { id: string }[] }> {
  const key = readFileSync(join(service.dataDir, 'operator.key'), 'utf8').trim();
  const response = await fetch(`${service.origin}/api/desk/conversations${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { conversations: { id: string }[] };
}
