/**
 * Two ways to send a growing answer to many tabs. `real`: the gateway and the log as shipped, with an answerer that
 * never lacks words. `raw`: sockets that are sent the same frames in the same rhythm, and nothing else. Prints its port;
 * asked for its usage, it answers with its processor time in microseconds.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { localBus } from '../../../packages/realtime-server/dist/bus/local.js';
import { attachGateway } from '../../../packages/realtime-server/dist/gateway/gateway.js';
import { createIdentityVerifier } from '../../../packages/realtime-server/dist/identity/identity-verifier.js';
import { openKeyFiles } from '../../../packages/realtime-server/dist/identity/key-files.js';
import { createNode } from '../../../packages/realtime-server/dist/node.js';
import { systemClock } from '../../../packages/realtime-server/dist/runtime/clock.js';
import { SOCKET_LIMITS } from '../../../packages/realtime-server/dist/runtime/limits.js';
import { openSqliteStore } from '../../../packages/realtime-server/dist/store/sqlite/sqlite-store.js';

const PIECE = 'about as many words as a model writes in 50 ms, ';
const http = createServer();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});

if (process.argv[2] === 'raw') raw();
else await real(process.argv[3]);
http.listen(0, '127.0.0.1', () => console.log(http.address().port));

function raw() {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  let from = 0;
  setInterval(() => {
    from += PIECE.length;
    const delta = { t: 'delta', conversation: 'cnv_0000000000000000000000', message: 'msg_0000000000000000000000' };
    for (const socket of server.clients) {
      socket.send(JSON.stringify({ ...delta, run: 'run_0000000000000000000000', attempt: 1, from, text: PIECE }));
    }
  }, SOCKET_LIMITS.deltaEveryMs);
}

async function real(page) {
  const folder = mkdtempSync(join(tmpdir(), 'service-streaming-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const inbox = { id: 'demo', name: 'Shop', allowedOrigins: [page], requireConsent: false, consentVersion: '1' };
  const log = { warn: (fields, message) => console.error(message, fields), debug: () => undefined };
  const inboxes = { get: () => inbox, list: () => [inbox], knowledgeFolder: () => '', close: () => undefined };
  const node = createNode({
    store: await openSqliteStore(folder),
    bus: localBus(),
    inboxes,
    identities: createIdentityVerifier(inboxes, openKeyFiles({}, log)),
    failureText: () => '',
    answerer: {
      authorName: () => 'Assistant',
      async *answer(_question, signal) {
        while (!signal.aborted) {
          yield { kind: 'text', text: PIECE };
          await new Promise((resolve) => setTimeout(resolve, SOCKET_LIMITS.deltaEveryMs));
        }
      },
    },
    clock: systemClock,
    random: (count) => randomBytes(count),
    fraction: Math.random,
    load: () => 0,
    deltaEveryMs: () => SOCKET_LIMITS.deltaEveryMs,
    log,
  });
  attachGateway(http, node.connection, () => `http://127.0.0.1:${http.address().port}`);
  node.start();
}
