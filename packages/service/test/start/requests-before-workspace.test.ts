/** Requests of the team that come before the workspace is open. */
import { OWN_MACHINE } from '@service/realtime-server/runtime';
import type { Workspace } from '@service/workspace';
import { expect, it } from 'vitest';
import { turnedClock } from '../../../realtime-server/test/support/manual-clock.js';
import { later } from '../../dist/start/later.js';
import { admitTeam, workspaceRoutes } from '../../dist/workspace/workspace.js';

const MOST_WAIT_MS = 20_000;
const FROM = { incoming: { headers: {}, socket: { remoteAddress: '127.0.0.1' } } };
const never = (): void => expect.unreachable();

it('wait for it', async () => {
  const workspace = later<Workspace>();
  const app = workspaceRoutes(workspace, 0, turnedClock());
  const answer = app.request('/api/rpc/health', {}, FROM);
  workspace.open(Promise.resolve({ routes: async () => new Response('open') } as unknown as Workspace), never);
  expect(await (await answer).text()).toBe('open');
});

it('are asked to come again when it takes too long', async () => {
  const clock = turnedClock();
  const workspace = later<Workspace>();
  const answer = workspaceRoutes(workspace, 0, clock).request('/api/rpc/health', {}, FROM);
  const admission = admitTeam(workspace, clock)(new Request('http://localhost/api/desk/x'), OWN_MACHINE);
  await expect.poll(() => clock.waiting).toBe(2);
  clock.turn(MOST_WAIT_MS);
  const response = await answer;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await response.json()).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The workspace is being opened. Try again in a few seconds.',
  });
  expect(await admission).toMatchObject({ ok: false, status: 503, retryAfterSeconds: 5 });
});

it('leave no timer behind when it opens in time', async () => {
  const clock = turnedClock();
  const workspace = later<Workspace>();
  const answer = workspaceRoutes(workspace, 0, clock).request('/api/rpc/health', {}, FROM);
  await expect.poll(() => clock.waiting).toBe(1);
  workspace.open(Promise.resolve({ routes: async () => new Response('open') } as unknown as Workspace), never);
  await answer;
  expect(clock.waiting).toBe(0);
});
