/** The team's API takes requests of a bounded size, and says how long a caller has to wait. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InboxApi, InboxApiDeps } from '../../../dist/http/inbox-api/deps.js';
import { createInboxApi } from '../../../dist/http/inbox-api/inbox-api.js';
import type { TeamAdmission } from '../../../dist/http/inbox-api/team-caller.js';
import type { From } from '../../../dist/runtime/network/client-address.js';
import { INBOX_API_REQUESTS } from '../../../src/http/inbox-api/requests.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';
import { admitTeam, TEAM_KEY } from '../../support/admit-team.js';
import { type TurnedClock, turnedClock } from '../../support/manual-clock.js';
import { inboxesOf } from '../../support/serve.js';

const KEY = TEAM_KEY;
let desk: InboxApi;
let clock: TurnedClock;
let asked: string[];

beforeEach(() => {
  clock = turnedClock();
  asked = [];
  const store = new Proxy(
    {},
    {
      get: (_target, name) => async () => {
        if (name !== 'recordStaffSeen') asked.push(String(name));
        return null;
      },
    },
  );
  desk = createInboxApi({
    ...{ store, clock, proxies: 1, admit: admitTeam() },
    inboxes: inboxesOf({ id: 'demo' }),
    endSessionsOf: async () => 0,
  } as unknown as InboxApiDeps);
});

interface Sent {
  readonly key?: string;
  readonly body?: BodyInit;
  readonly method?: string;
  readonly from?: string;
  readonly incoming?: EventEmitter;
}

function send(path: string, { key = KEY, from = '203.0.113.1', method = 'POST', ...sent }: Sent): Promise<Response> {
  const incoming = Object.assign(sent.incoming ?? new EventEmitter(), {
    complete: false,
    headers: { 'x-forwarded-for': from },
    socket: { remoteAddress: '127.0.0.1', destroy: () => incoming.emit('close') },
  });
  const init = { method, headers: { 'x-api-key': key }, duplex: 'half' };
  const request = new Request(`http://chat.test${path}`, {
    ...init,
    ...(sent.body && { body: sent.body }),
  } as RequestInit);
  return Promise.resolve(desk.request(request, undefined, { incoming } as never));
}

const JSON_ROUTES = Object.entries(INBOX_API_REQUESTS).flatMap(([route, schema]) =>
  schema === null ? [] : [route.replace('POST ', '').replace(':id', 'cnv_00000000000000000001')],
);

describe('a request to the team’s API', () => {
  it.each(JSON_ROUTES)('that is larger than any honest one is refused unread: %s', async (path) => {
    const large = JSON.stringify({ name: 'x'.repeat(HTTP_LIMITS.jsonBytes) });
    const inPieces = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(65_536)));
      },
    });
    for (const body of [large, inPieces]) {
      const response = await send(path, { body });
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'too_large' }]);
    }
    expect(asked).toEqual([]);
  });

  it('of the largest honest size is read', async () => {
    const body = JSON.stringify({ inbox: 'demo', subject: 'x'.repeat(HTTP_LIMITS.jsonBytes - 100) });
    expect((await send('/sessions/revoke', { body })).status).toBe(400);
    const honest = JSON.stringify({ inbox: 'demo', subject: 'customer-1' });
    expect((await send('/sessions/revoke', { body: honest })).status).toBe(200);
  });

  it('is cut off when its body doesn’t come to an end in time', async () => {
    const incoming = new EventEmitter();
    let cut = false;
    incoming.once('close', () => {
      cut = true;
    });
    void send('/sessions/revoke', { incoming, body: new ReadableStream() });
    await expect.poll(() => clock.waiting).toBe(1);
    clock.turn(HTTP_LIMITS.jsonMs);
    expect(cut).toBe(true);
  });
});

describe('a caller who has to wait', () => {
  it('is answered with how long', async () => {
    const refused: TeamAdmission = {
      ok: false,
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many.',
      retryAfterSeconds: 10,
    };
    const asked: From[] = [];
    const waiting = createInboxApi({
      ...{ clock, proxies: 1 },
      async admit(_request: Request, from: From) {
        asked.push(from);
        return refused;
      },
    } as unknown as InboxApiDeps);
    const incoming = { headers: { 'x-forwarded-for': '2001:db8::7' }, socket: { remoteAddress: '127.0.0.1' } };
    const answer = await waiting.request('/conversations', undefined, { incoming } as never);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      429,
      '10',
      { code: 'rate_limited', message: 'Too many.' },
    ]);
    expect(asked).toEqual([{ address: '2001:db8::7', group: '2001:db8:0:0::/64' }]);
  });
});
