/** The shop's backend: no customer sees or changes another's orders, and a change happens once per key. */
import { request as ask } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo } from '../server.mjs';

let shop: { url: string; close(): Promise<void> };
beforeAll(async () => {
  shop = await startDemo({ port: 0, chatOrigin: 'http://chat.test' });
});
afterAll(() => shop.close());

interface Asking {
  readonly key?: string;
  readonly body?: string;
  readonly origin?: string | null;
  readonly type?: string;
  readonly method?: string;
}

/** A customer's browser: it stores its cookie and sends the origin of its page. */
function customer(given = '') {
  let cookie = given;
  return {
    get cookie() {
      return cookie;
    },
    async ask(
      path: string,
      { key, body, origin = shop.url, type = 'application/json', method = 'POST' }: Asking = { method: 'GET' },
    ) {
      const headers = {
        ...(cookie && { Cookie: cookie }),
        ...(method === 'POST' && origin !== null && { Origin: origin }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(body !== undefined && { 'Content-Type': type }),
      };
      const { port } = new URL(shop.url);
      return new Promise<{ status: number; body: Record<string, unknown>; headers: Record<string, unknown> }>(
        (resolve, reject) => {
          ask(
            { host: 'localhost', port, path, method, headers: { ...headers, Host: `localhost:${port}` } },
            (answer) => {
              let text = '';
              answer.on('data', (piece) => {
                text += piece;
              });
              answer.on('end', () => {
                const [given] = answer.headers['set-cookie'] ?? [];
                if (given) cookie = given.split(';')[0] ?? '';
                resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text), headers: answer.headers });
              });
            },
          )
            .on('error', reject)
            .end(body);
        },
      );
    },
    look(order: string) {
      return this.ask(`/api/orders/${order}`);
    },
    cancel(order: string, key?: string, more: Asking = {}) {
      return this.ask(`/api/orders/${order}/cancel`, { ...(key !== undefined && { key }), body: '{}', ...more });
    },
    redeem(body: unknown, key?: string) {
      return this.ask('/api/basket/coupon', { ...(key !== undefined && { key }), body: JSON.stringify(body) });
    },
  };
}
let keys = 0;
const newKey = (): string => `key-${String(++keys).padStart(8, '0')}`;

describe('arguments', () => {
  it.each(['A-1', 'a-1001', 'A-1001x', '..', '%2e%2e', '__proto__', 'A-10011', '%00'])(
    'an order’s number such as %s is refused before anything is looked up',
    async (order) => {
      expect((await customer().look(order)).status).toBe(400);
      expect((await customer().cancel(order, newKey())).status).toBe(400);
    },
  );

  it.each<[string, unknown]>([
    ['a number', { code: 10 }],
    ['nothing', {}],
    ['a list', []],
    ['small letters', { code: 'welcome10' }],
    ['a text without end', { code: 'A'.repeat(21) }],
    ['a name of every object', { code: 'CONSTRUCTOR' }],
  ])('a coupon that is %s gives no discount', async (_, coupon) => {
    const { status, body } = await customer().redeem(coupon, newKey());
    expect([400, 404]).toContain(status);
    expect(body).toEqual({ error: expect.any(String) });
  });

  it('a body that is no JSON, another type or too long is refused, and the shop stays open', async () => {
    const kim = customer();
    const path = '/api/basket/coupon';
    for (const wrong of [
      { body: '{' },
      { body: '{"code":"WELCOME10"}', type: 'text/plain' },
      { body: JSON.stringify({ code: 'WELCOME10', more: 'x'.repeat(5_000) }) },
    ])
      expect((await kim.ask(path, { key: newKey(), ...wrong })).status).toBe(400);
    expect((await kim.redeem({ code: 'WELCOME10' }, newKey())).body).toEqual({ code: 'WELCOME10', percent: 10 });
  });
});

describe('who may', () => {
  it('a customer is known by a cookie that no script can read and no other site sends', async () => {
    const kim = customer();
    const { headers } = await kim.look('A-1001');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^shop_customer=[a-f0-9]{32}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(headers['cache-control']).toBe('no-store');
    const { cookie } = kim;
    await kim.look('A-1001');
    expect(kim.cookie).toBe(cookie);
  });

  it('what one customer cancels is as it was for the other', async () => {
    const [kim, lee] = [customer(), customer()];
    expect((await kim.cancel('A-1002', newKey())).body).toEqual({ id: 'A-1002', state: 'cancelled' });
    expect((await lee.look('A-1002')).body).toMatchObject({ state: 'being packed' });
    expect((await kim.look('A-1002')).body).toMatchObject({ state: 'cancelled' });
  });

  it('an order that is not theirs looks like one that does not exist', async () => {
    const missing = await customer().look('Z-9999');
    expect([missing.status, missing.body]).toEqual([404, { error: 'There is no such order.' }]);
    expect((await customer().cancel('Z-9999', newKey())).status).toBe(404);
  });

  it.each([
    ['no page', null],
    ['another site’s page', 'https://evil.example'],
    ['a page of the same name elsewhere', 'http://localhost:1'],
  ])('%s can’t change anything, whatever cookie it comes with', async (_, origin) => {
    const kim = customer();
    await kim.look('A-1002');
    expect((await kim.cancel('A-1002', newKey(), { origin })).status).toBe(403);
    expect((await kim.look('A-1002')).body).toMatchObject({ state: 'being packed' });
  });

  it('a made-up cookie identifies no customer', async () => {
    const kim = customer();
    await kim.cancel('A-1002', newKey());
    const made = `shop_customer=${'0'.repeat(32)}`;
    const stranger = customer(made);
    expect((await stranger.look('A-1002')).body).toMatchObject({ state: 'being packed' });
    expect([made, kim.cookie]).not.toContain(stranger.cookie);
  });
});

describe('a change', () => {
  it('needs a key of its own', async () => {
    const kim = customer();
    for (const key of [undefined, '', 'short', 'x'.repeat(129), 'with spaces in it'])
      expect((await kim.cancel('A-1002', key)).status, key).toBe(400);
    expect((await kim.look('A-1002')).body).toMatchObject({ state: 'being packed' });
  });

  it('sent again with its key gets the same answer and happens once; with another key it is a second one', async () => {
    const kim = customer();
    const key = newKey();
    const [first, again] = [await kim.cancel('A-1002', key), await kim.cancel('A-1002', key)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await kim.cancel('A-1002', newKey())).toMatchObject({ status: 409 });
  });

  it('ten times at once with one key happens once', async () => {
    const kim = customer();
    await kim.look('A-1002');
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 10 }, () => kim.cancel('A-1002', key)));
    expect(all.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('with a key that was used for something else is a mistake, and changes nothing', async () => {
    const kim = customer();
    const key = newKey();
    await kim.redeem({ code: 'WELCOME10' }, key);
    expect(await kim.redeem({ code: 'AUTUMN15' }, key)).toMatchObject({ status: 422 });
    expect(await kim.cancel('A-1002', key)).toMatchObject({ status: 422 });
    expect((await kim.look('A-1002')).body).toMatchObject({ state: 'being packed' });
  });

  it('that was refused stays refused under its key', async () => {
    const kim = customer();
    const key = newKey();
    for (let i = 0; i < 2; i++)
      expect(await kim.cancel('A-1001', key)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('left') },
      });
  });

  it('is made by asking for it: looking cancels nothing, and nothing else is served here', async () => {
    const kim = customer();
    expect((await kim.ask('/api/orders/A-1002/cancel')).status).toBe(404);
    expect((await kim.ask('/api/orders/A-1002', { method: 'DELETE' })).status).toBe(404);
    expect((await kim.ask('/api/')).status).toBe(404);
    expect((await kim.look('A-1002')).body).toMatchObject({ state: 'being packed' });
  });
});
