/**
 * The shop's backend for the functions that its pages offer to the assistant. It trusts neither the assistant nor the page:
 * each route checks its arguments, identifies its customer by a cookie that no script can read, and makes a change at most
 * once per `Idempotency-Key`.
 *
 *     GET  /api/orders/:id           → { id, state, items, total, arrives? }
 *     POST /api/orders/:id/cancel    Idempotency-Key → { id, state }
 *     POST /api/basket/coupon        { code }, Idempotency-Key → { code, percent }
 */
import { randomBytes } from 'node:crypto';

const COOKIE = 'shop_customer';
/** In memory: customers are lost when the process ends. */
const MAX_CUSTOMERS = 1_000;
const MAX_KEYS = 200;
const MAX_BODY_BYTES = 4_096;
const ORDER = /^[A-Z]-\d{4}$/;
const CODE = /^[A-Z0-9]{3,20}$/;
const KEY = /^[\x21-\x7e]{8,128}$/;
const COUPONS = { WELCOME10: 10, AUTUMN15: 15 };

/** Each customer has two orders: one on its way, one that can still be cancelled. */
const newCustomer = () => ({
  orders: new Map([
    ['A-1001', { id: 'A-1001', state: 'shipped', items: ['Fjell, size 42'], total: '€219', arrives: 'tomorrow' }],
    ['A-1002', { id: 'A-1002', state: 'being packed', items: ['Regn, size M'], total: '€279' }],
  ]),
  coupon: null,
  /** Key → the request and its answer. */
  done: new Map(),
});

function customerOf(customers, request, response) {
  const known = new RegExp(`(?:^|; )${COOKIE}=([a-f0-9]{32})`).exec(request.headers.cookie ?? '')?.[1];
  const customer = known === undefined ? undefined : customers.get(known);
  if (customer) return customer;
  const id = randomBytes(16).toString('hex');
  response.setHeader('Set-Cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`);
  if (customers.size >= MAX_CUSTOMERS) customers.delete(customers.keys().next().value);
  const made = newCustomer();
  customers.set(id, made);
  return made;
}

/** Runs `change` once per key. The same key with another request is the caller's mistake. */
function once(customer, request, requested, change) {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) return [400, { error: 'An Idempotency-Key is needed.' }];
  const before = customer.done.get(key);
  if (before)
    return before.requested === requested ? before.answer : [422, { error: 'This key was used for something else.' }];
  const answer = change();
  if (customer.done.size >= MAX_KEYS) customer.done.delete(customer.done.keys().next().value);
  customer.done.set(key, { requested, answer });
  return answer;
}

function cancel(customer, id) {
  const order = customer.orders.get(id);
  if (order.state === 'cancelled') return [409, { error: 'It is cancelled already.' }];
  if (order.state !== 'being packed') return [409, { error: 'It has left already; send it back instead.' }];
  order.state = 'cancelled';
  return [200, { id, state: order.state }];
}

async function answer(customers, request, response, path) {
  const { method } = request;
  // Another site's page can send a form with the customer's cookie, but not with our origin.
  const { origin } = request.headers;
  if (method === 'POST' && (!origin || new URL(origin).host !== request.headers.host))
    return [403, { error: 'Not from here.' }];
  const customer = customerOf(customers, request, response);
  const [, id, action] = /^\/api\/orders\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  if (id !== undefined) {
    if (!ORDER.test(id)) return [400, { error: 'An order’s number looks like A-1001.' }];
    // The same answer for another customer's order and for none: it must not reveal which orders exist.
    if (!customer.orders.has(id)) return [404, { error: 'There is no such order.' }];
    if (!action && method === 'GET') return [200, customer.orders.get(id)];
    if (action && method === 'POST') return once(customer, request, path, () => cancel(customer, id));
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

/** The shop's customers and their orders. `handle` returns true when the request was for them. */
export function createOrders() {
  const customers = new Map();
  return {
    handle(request, response, headers) {
      const [path = ''] = (request.url ?? '').split('?');
      if (!path.startsWith('/api/')) return false;
      answer(customers, request, response, path)
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
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  return typeof value === 'object' && value !== null ? value : null;
}
