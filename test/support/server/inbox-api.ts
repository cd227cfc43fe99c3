/** The inbox API as the owner uses it. */
import { expect } from 'vitest';
import type { Service } from './start-service.js';
import { consoleOrigin, sessionOf } from './team-session.js';

/** GET, or with `body` POST, `/api/desk/conversations` + `path`. Fails the test if the status is not 200. */
export async function inboxApi(
  service: Service,
  path: string,
  body?: object,
): Promise<{ conversations: { id: string }[] }> {
  const response = await fetch(`${consoleOrigin(service)}/api/desk/conversations${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(await sessionOf(service)), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { conversations: { id: string }[] };
}
