/**
 * Uses the built package as a customer's program does, without a test runner: run by oldest-node.test.ts under the oldest
 * Node that the package supports. Throws when something is wrong.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const load = (entry) => import(`../dist/${entry}.js`);

/** Without those of the schemas of frames, which only the server in memory carries, and of the helpers of assistant-ui. */
const globals = () =>
  Object.getOwnPropertyNames(globalThis)
    .filter((name) => !name.startsWith('__'))
    .join();

const paths = Object.keys(read('../package.json').exports).filter((path) => path !== './package.json');
for (const entry of paths.map((path) => path.slice(2) || 'index')) {
  const before = globals();
  const imported = Object.keys(await load(entry)).sort();
  const required = Object.keys(require(`../dist/${entry}.cjs`)).sort();
  assert.deepEqual(without(required), without(imported), entry);
  assert.equal(globals(), before, `${entry} left a global behind`);
}

const { signIdentity, verifyServiceRequest, identityRoute, nodeIdentityRoute } = await load('server');
const identity = read('../../../docs/identity/test-vectors.json');
for (const { name, user, options, token } of identity.vectors)
  assert.equal(signIdentity(identity.key, user, options), token, name);

const requests = read('./server/service-request-vectors.json');
for (const { name, body, headers } of requests.vectors) {
  const bytes = new TextEncoder().encode(body);
  assert.equal(verifyServiceRequest(bytes, headers, [requests.secret], { now: requests.now }).ok, true, name);
  bytes[0] ^= 1;
  assert.equal(verifyServiceRequest(bytes, headers, [requests.secret], { now: requests.now }).ok, false, name);
}

const options = { key: identity.key, getUser: () => ({ id: 'user-42' }) };
const init = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } };
const answer = await identityRoute(options)(new Request('https://shop.example/id', init));
assert.equal(answer.status, 200);
const http = createServer(nodeIdentityRoute(options));
await new Promise((listening) => http.listen(0, '127.0.0.1', listening));
assert.equal((await fetch(`http://127.0.0.1:${http.address().port}/id`, init)).status, 200);
http.closeAllConnections();
http.close();

const [{ createChatClient }, { createFakeServer }] = [await load('core'), await load('testing')];
const server = createFakeServer({ answer: (question) => `You asked: ${question}` });
const client = createChatClient({
  inboxId: 'demo',
  baseUrl: 'https://chat.test',
  hostOrigin: 'https://shop.test',
  storage: 'memory',
  WebSocket: server.WebSocket,
});
const answered = new Promise((resolve) => {
  client.subscribe(() => {
    if (client.getState().timeline.some(({ text }) => text === 'You asked: Hello')) resolve();
  });
});
client.connect();
client.sendMessage('Hello');
await answered;
client.destroy();

/** Names that only the module system adds. */
function without(names) {
  return names.filter((name) => name !== 'default' && name !== '__esModule' && name !== 'module.exports');
}
