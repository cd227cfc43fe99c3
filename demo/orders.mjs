/**
 * The shop's own backend behind the functions that its pages offer to the chat's assistant. It trusts nobody: neither the
 * assistant nor the page is asked whether something is allowed. Each route checks its arguments, knows its customer by a
 * cookie that no script can read, and does a change at most once for each `Idempotency-Key`.
 *
 *     GET  /api/orders/:id           → { id, state, items, total, arrives? }
 *     POST /api/orders/:id/cancel    Idempotency-Key → { id, state }
 *     POST /api/basket/coupon        { code }, Idempotency-Key → { code, percent }
 */
import { randomBytes } from 'node:crypto';

const COOKIE = 'shop_customer';
/** In memory: a demonstration forgets with the process. */
const CUSTOMERS_MOST = 1_000;
const KEYS_MOST = 200;
const BODY_MOST = 4_096;
const ORDER = /^[A-Z]-\d{4}$/;
const CODE = /^[A-Z0-9]{3,20}$/;
const KEY = /^[\x21-\x7e]{8,128}$/;
const COUPONS = { WELCOME10: 10, AUTUMN15: 15 };

/** Two orders for everybody who comes: one on its way, one that can still be cancelled. */
const newCustomer = () => ({
  orders: new Map([
    ['A-1001', { id: 'A-1001', state: 'shipped', items: ['Fjell, size 42'], total: '€219', arrives: 'tomorrow' }],
    ['A-1002', { id: 'A-1002', state: 'being packed', items: ['Regn, size M'], total: '€279' }],
  ]),
  coupon: null,
  /** Key → what it was for, and what came of it. */
  done: new Map(),
});

/** A shop's customers and their orders. `handle` is true when the request was for it. */
export function openOrders() {
  const customers = new Map();

  function customerOf(request, response) {
    const known = new RegExp(`(?:^|; )${COOKIE}=([a-f0-9]{32})`).exec(request.headers.cookie ?? '')?.[1];
    const customer = known === undefined ? undefined : customers.get(known);
    if (customer) return customer;
    const id = randomBytes(16).toString('hex');
    response.setHeader('Set-Cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`);
    if (customers.size >= CUSTOMERS_MOST) customers.delete(customers.keys().next().value);
    const made = newCustomer();
    customers.set(id, made);
    return made;
  }

  /** Does it once for each key; the same key with other words is a mistake of whoever calls. */
  function once(customer, request, wish, change) {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !KEY.test(key)) return [400, { error: 'An Idempotency-Key is needed.' }];
    const before = customer.done.get(key);
    if (before) return before.wish === wish ? before.answer : [422, { error: 'This key was used for something else.' }];
    const answer = change();
    if (customer.done.size >= KEYS_MOST) customer.done.delete(customer.done.keys().next().value);
    customer.done.set(key, { wish, answer });
    return answer;
  }

  function cancel(customer, id) {
    const order = customer.orders.get(id);
    if (order.state === 'cancelled') return [409, { error: 'It is cancelled already.' }];
    if (order.state !== 'being packed') return [409, { error: 'It has left already; send it back instead.' }];
    order.state = 'cancelled';
    return [200, { id, state: order.state }];
  }

  async function answer(request, response, path) {
    const { method } = request;
    // A page of somebody else's can send a form here with the customer's cookie; it can't say that it is ours.
    const { origin } = request.headers;
    if (method === 'POST' && (!origin || new URL(origin).host !== request.headers.host))
      return [403, { error: 'Not from here.' }];
    const customer = customerOf(request, response);
    const [, id, deed] = /^\/api\/orders\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
    if (id !== undefined) {
      if (!ORDER.test(id)) return [400, { error: 'An order’s number looks like A-1001.' }];
      // Somebody else's order and no order at all are told apart by nobody.
      if (!customer.orders.has(id)) return [404, { error: 'There is no such order.' }];
      if (!deed && method === 'GET') return [200, customer.orders.get(id)];
      if (deed && method === 'POST') return once(customer, request, path, () => cancel(customer, id));
    }
    if (path === '/api/basket/coupon' && method === 'POST') {
      const { code } = (await jsonOf(request)) ?? {};
      if (typeof code !== 'string' || !CODE.test(code)) return [400, { error: 'That is no coupon.' }];
      return once(customer, request, `${path} ${code}`, () => {
        if (!Object.hasOwn(COUPONS, code)) return [404, { error: 'This coupon is not known.' }];
        customer.coupon = code;
        return [200, { code, percent: COUPONS[code] }];
      });
    }
    return [404, { error: 'There is nothing here.' }];
  }

  return {
    handle(request, response, headers) {
      const [path = ''] = (request.url ?? '').split('?');
      if (!path.startsWith('/api/')) return false;
      answer(request, response, path)
        .catch(() => [400, { error: 'This can’t be read.' }])
        .then(([status, body]) => {
          const type = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };
          response.writeHead(status, { ...headers, ...type }).end(JSON.stringify(body));
        });
      return true;
    },
  };
}

/** The body as an object; null when it is none. */
async function jsonOf(request) {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return null;
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > BODY_MOST) return null;
    pieces.push(piece);
  }
  const value = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  return typeof value === 'object' && value !== null ? value : null;
}
