/**
 * Our own client as a program for the conformance suite: one command per line in, one answer per line out. It is also
 * the example to follow for a client in another language: all of the line protocol is in this file.
 */
import { createInterface } from 'node:readline';
import { createInnerChatClient } from '@service/embed-headless/frame';
import { loadEveryFeature } from '../../packages/embed-headless/dist/core/runtime/load-feature.js';
import { broken } from './broken.mjs';
import { chanceOf, fastClock, fileStorage, onlyTab, openSocket } from './node-ports.mjs';

const fault = process.argv.find((each) => each.startsWith('--broken='))?.slice('--broken='.length);

// Load at the start what a page fetches when it is needed: the scripts' clocks run fast, and disks don't.
await Promise.all([
  loadEveryFeature(),
  import('../../packages/embed-headless/dist/core/lazy/client-tools/local-runner.js'),
]);

let client = null;
/** The client's listeners for the visitor coming back to the page: the connection, and the offers of functions. */
const watchers = new Set();
/** Functions of the page that have begun. Each runs until the command `finish` ends it. */
const runs = [];

function begin({ server, inbox, origin, storage, timeScale, fraction }) {
  client = createInnerChatClient(
    { inboxId: inbox, baseUrl: server, hostOrigin: origin },
    {
      clock: fastClock(timeScale),
      random: chanceOf(fraction),
      openSocket: fault ? broken(openSocket, fault) : openSocket,
      storage: fileStorage(storage),
      tabs: onlyTab(),
      // The scripts send no files.
      files: { send: () => () => undefined, ask: async () => null },
      page: {
        online: () => true,
        visible: () => true,
        watch(listener) {
          watchers.add(listener);
          return () => watchers.delete(listener);
        },
      },
    },
  );
  return { timeScale, fraction: true, tools: true, line: true, context: true };
}

function report() {
  const { connection, handledBy, queue, typing, unread, timeline } = client.getState();
  const messages = timeline.filter(({ type }) => type !== 'notice' && type !== 'tool').map(shown);
  return {
    shows: {
      connection,
      handledBy,
      line: queue?.position ?? null,
      typing: typing.map(({ name, id }) => name ?? id),
      unread,
      messages,
      runs: runs.map(({ call, name, args, stopped }) => ({ call, name, args, stopped })),
    },
  };
}

/** A function of the page as the suite describes it. It runs until the command `finish`. */
function functionOf({ name, title, description, parameters, effects, confirm }) {
  return {
    name,
    title,
    description,
    effects,
    parameters: JSON.parse(parameters),
    confirm: confirm === 'always',
    handler: (args, { callId, signal }) =>
      new Promise((end) => {
        const run = { call: callId, name, args, stopped: false, end };
        signal.addEventListener('abort', () => {
          run.stopped = true;
        });
        runs.push(run);
      }),
  };
}

function shown(entry) {
  const { seq, text } = entry;
  const files = entry.files?.length ? { files: entry.files.map(({ name }) => name) } : {};
  if (entry.type === 'person') return { seq, from: 'person', text, state: 'done', ...files };
  if (entry.type === 'answer') return { seq, from: 'agent', text, state: entry.state };
  const { code } = entry.delivery;
  // The contract calls everything in the log sent; only screens distinguish what was seen.
  const state = seq === null ? entry.delivery.state : 'sent';
  return { seq, from: 'visitor', text, state, id: entry.clientId, ...(code && { code }), ...files };
}

const commands = {
  begin,
  report,
  connect: () => client.connect(),
  send: ({ text }) => void client.sendMessage(text),
  retry: ({ id }) => client.retry(id),
  discard: ({ id }) => client.discard(id),
  stop: () => client.stopAnswer(),
  older: () => client.loadOlder(),
  read: () => client.markRead(),
  typing: () => client.notifyTyping(),
  person: () => client.requestHuman(),
  new: () => client.newConversation(),
  open: ({ id }) => client.openConversation(id),
  erase: () => client.eraseConversation(),
  withdraw: () => client.withdrawConsent(),
  wake() {
    for (const listener of [...watchers]) listener('visible');
  },
  identify: ({ user }) => client.identify(async ({ nonce }) => (user === null ? null : tokenOf(user, nonce))),
  logout: () => client.logout(),
  user: ({ user }) => client.updateContext(user),
  page: ({ page }) => client.updatePage(page),
  offer({ tools }) {
    for (const tool of tools) client.registerTool(functionOf(tool));
  },
  finish: ({ call, json }) => runs.find((run) => run.call === call).end(JSON.parse(json)),
  decide({ call, approved }) {
    const { timeline } = client.getState();
    client.resolveToolCall(
      timeline.find((entry) => entry.call === call),
      approved,
    );
  },
};

/** An identity token as a site's server makes it. The signature is a dummy: the scripted server has no key to check it. */
function tokenOf(sub, nonce) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: 'site',
    aud: 'cw:inbox:conformance',
    sub,
    iat,
    exp: iat + 300,
    jti: crypto.randomUUID(),
    nonce,
  };
  return `${part({ alg: 'HS256', typ: 'cwid+jwt', kid: 'ik_1234567890123456' })}.${part(claims)}.${'s'.repeat(43)}`;
}

const write = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

for await (const line of createInterface(process.stdin)) {
  const { n, ...command } = JSON.parse(line);
  const run = commands[command.do];
  write(run ? { re: n, ...run(command) } : { re: n, error: `there is no command ${command.do}` });
}
// The suite closed the input: it needs this program no longer.
process.exit(0);
