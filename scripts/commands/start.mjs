/**
 * `npm start`: the server on 4600 and a demo shop on 4601, another origin, as it is in life. Installs and builds what is
 * missing first. Ctrl-C lets the server drain; whatever ends the server ends this, with the server's exit code.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { fail, root } from '../setup/processes.mjs';

const PORT = portFrom('PORT', 4600);
const SHOP_PORT = portFrom('DEMO_PORT', 4601);
const START_TIMEOUT_MS = 20_000;
/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_KEYSTROKE_MS = 500;
const SERVER = `http://localhost:${PORT}`;
const SHOP = `http://localhost:${SHOP_PORT}`;
/** The shop signs identity tokens with a key that lives as long as this command. */
const KEYS_IN = 'DEMO_IDENTITY_KEYS';
const shopKey = {
  orgId: 'havn-hei',
  inboxId: 'demo',
  kid: `ik_${randomBytes(12).toString('base64url')}`,
  secret: `cwsk_${randomBytes(32).toString('base64url')}`,
};
const DATA_DIR = process.env.DATA_DIR || join(root, 'data');
const INBOX_DIR = process.env.INBOX_DIR || join(root, 'demo/inboxes');

await ensureDependencies();
await build();
await mustBeFree(PORT, 'PORT');
await mustBeFree(SHOP_PORT, 'DEMO_PORT');

// In a process group of its own: Ctrl-C in a terminal reaches the whole group, and the server should hear of it once.
const server = spawn(process.execPath, [join(root, 'packages/service/dist/main.js')], {
  cwd: root,
  detached: process.platform !== 'win32',
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR,
    INBOX_DIR,
    [KEYS_IN]: JSON.stringify([{ kid: shopKey.kid, secret: shopKey.secret }]),
  },
});
const serverEnded = new Promise((resolve) => {
  server.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }));
});
// Whatever ends this program, the server must not stay behind holding the port.
process.on('exit', () => server.kill('SIGTERM'));

let stoppingSince = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!stoppingSince) {
      stoppingSince = Date.now();
      console.log('\nStopping: the server finishes what is in flight (once more to stop at once) …');
      server.kill('SIGTERM');
    } else if (Date.now() - stoppingSince > SAME_KEYSTROKE_MS) {
      server.kill('SIGKILL');
    }
  });
}
serverEnded.then(({ code, signal }) => {
  if (stoppingSince) process.exit(0);
  fail(`The server stopped on its own (${signal ?? `exit code ${code}`}); its last lines above say why.`, code || 1);
});

const { startDemo } = await import('../../demo/server.mjs');
await startDemo({ port: SHOP_PORT, chatOrigin: SERVER, identityKey: shopKey });
await untilHealthy();

console.log(`
  Shop    ${SHOP}     open it, press the chat button, and ask:
                                    can I return shoes I wore once?
  React   ${SHOP}/react.html            the widget by its hook
  Account ${SHOP}/account.html          signed-in customers: sign in, sign out
  Own UI  ${SHOP}/correspondence.html   a page with its own interface on the headless client
  Server  ${SERVER}
${consoleLines()}

  On a page of your own (add its origin to allowedOrigins in
  ${join(INBOX_DIR, 'demo/inbox.json')}):
  <script async src="${SERVER}/embed/v1/demo.js"></script>

  Ctrl-C stops both.
`);

if (!shopIsAllowed()) {
  console.log(`  The chat will stay away from the shop until ${join(INBOX_DIR, 'demo/inbox.json')}
  has "${SHOP}" among its allowedOrigins. The server notices the change by itself.
`);
}

/** Until the first account is made, the link that makes it: the server writes it for the person who starts it, and not to its log. */
function consoleLines() {
  const indent = `\n${' '.repeat(36)}`;
  const tryIt = `Ask the chat something it doesn't know,${indent}then “Talk to a person”`;
  const link = ownerLink();
  if (link === null) return `  Console ${SERVER}/console${indent}where people answer. ${tryIt}`;
  return `  Console ${link}${indent}make the first account there, and answer. ${tryIt}`;
}

function ownerLink() {
  try {
    return readFileSync(join(DATA_DIR, 'owner.link'), 'utf8').trim();
  } catch {
    return null;
  }
}

/** Another port is another origin, and the demo's inbox names the usual one. */
function shopIsAllowed() {
  try {
    return JSON.parse(readFileSync(join(INBOX_DIR, 'demo/inbox.json'), 'utf8')).allowedOrigins.includes(SHOP);
  } catch {
    return false;
  }
}

function portFrom(name, otherwise) {
  const text = process.env[name];
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) fail(`${name} is "${text}"; use a number from 1 to 65535.`);
  return port;
}

/** Asked before anything starts, so that the answer is one sentence and not a stack in the middle of a log. */
async function mustBeFree(port, name) {
  const error = await new Promise((resolve) => {
    const probe = createServer()
      .once('error', resolve)
      .listen(port, () => probe.close(() => resolve(null)));
  });
  if (error) {
    fail(
      `Port ${port} can't be used (${error.code === 'EADDRINUSE' ? 'another program has it' : error.code}). ` +
        `Stop that program, or choose another port: ${name}=${port + 100} npm start`,
    );
  }
}

async function untilHealthy() {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (!(await isHealthy())) {
    if (Date.now() > giveUpAt) {
      server.kill('SIGKILL');
      fail(`The server did not answer on ${SERVER} within ${START_TIMEOUT_MS / 1000} seconds.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function isHealthy() {
  try {
    return (await fetch(`${SERVER}/api/rpc/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
