/** What a person at the desk does: the server's API for people, with the key that it wrote for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Service } from './start-service.js';

/** Asks, or with `body` tells, `/api/desk/conversations` + `path`; fails the test when that is refused. */
export async function desk(
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
