/**
 * A signed-in visitor on a page, with a plan that the page claims: a model, an AG-UI agent, an HTTP service and the people at the
 * console get all of it, what is proven apart from what is claimed; and after an erasure none of it is anywhere.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Loopback, openLoopback, type Recorded } from '../../../test/support/model-provider/loopback-server.js';
import { localBus } from '../../realtime-server/dist/bus/local.js';
import { markSeenIn } from '../../realtime-server/dist/conversation/log/mark-seen.js';
import { createInboxApi } from '../../realtime-server/dist/http/inbox-api/inbox-api.js';
import { fileLinks } from '../../realtime-server/dist/http/uploads/file-links.js';
import { systemClock } from '../../realtime-server/dist/runtime/clock.js';
import { RING, tokenFor } from '../../realtime-server/test/identity/sign-token.js';
import { NAME, type Outside, outside } from '../../realtime-server/test/outgoing/fake-internet.js';
import { admitTeam, TEAM_KEY } from '../../realtime-server/test/support/admit-team.js';
import { inboxesOf, serveAnswerer, type TestServer } from '../../realtime-server/test/support/serve.js';
import { WireClient } from '../../realtime-server/test/support/wire-client.js';
import { agUiModel } from '../dist/ag-ui/ag-ui-model.js';
import { createHttpAgent } from '../dist/http-agent/http-answerer.js';
import { signingSecretIn } from '../dist/http-agent/signing-secret.js';
import type { Model } from '../dist/model/model.js';
import { openModel } from '../dist/model/open-model.js';
import { createTurnAnswerer } from '../dist/turn/turn-answerer.js';

const INBOXES = ['model', 'agent', 'service'] as const;
type Inbox = (typeof INBOXES)[number];

/** Words that are in no other text, for each inbox. */
const wordsOf = (inbox: Inbox) => {
  const word = (of: string): string =>
    `${of}${createHash('sha256').update(`${inbox} ${of}`).digest('hex').slice(0, 12)}`;
  return { name: word('Kim'), claimed: word('Claimed'), path: word('prices'), title: word('Prices') };
};

let provider: Loopback;
let world: Outside;
let server: TestServer;
let api: ReturnType<typeof createInboxApi>;
const secrets = mkdtempSync(join(tmpdir(), 'service-agent-'));
const questions: string[] = [];

beforeAll(async () => {
  provider = await openLoopback();
  world = await outside(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    questions.push(Buffer.concat(pieces).toString());
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ text: 'Hello.' }));
  });
  const identity = { keysEnv: 'KEYS' };
  const inboxes = inboxesOf(
    { id: 'model', identity },
    { id: 'agent', identity },
    { id: 'service', identity, httpAgent: { url: `https://${NAME}/answer` } },
  );
  server = await serveAnswerer(
    (store, tools) => {
      const taking = (model: Model) =>
        createTurnAnswerer({
          model,
          tools,
          inboxes,
          knowledge: { search: async () => [] },
          ledger: store,
          addressName: (address) => address,
          now: Date.now,
        });
      const by = {
        model: taking(
          openModel(
            { provider: 'openai-compatible', model: 'loopback', key: 'sk-1', baseUrl: `${provider.origin}/v1` },
            Date.now,
          ),
        ),
        agent: taking(agUiModel({ url: `${provider.origin}/agent`, token: null }, Date.now)),
        service: createHttpAgent({
          inboxes,
          signing: () => signingSecretIn(secrets),
          times: { now: Date.now, fraction: () => 0, pause: async () => undefined },
          network: world.network,
        }),
      };
      return {
        authorName: () => 'Assistant',
        answer: (question, signal) => by[question.inbox as Inbox].answer(question, signal),
      };
    },
    inboxes,
    0,
    { KEYS: RING },
  );
  const bus = localBus();
  api = createInboxApi({
    store: server.store,
    bus,
    clock: systemClock,
    seen: markSeenIn(server.store, bus),
    append: server.append,
    inboxes,
    endSessionsOf: server.endSessionsOf,
    blocks: server.blocks,
    random: (count) => randomBytes(count),
    admit: admitTeam(),
    links: fileLinks('link-key', Date.now),
    takeIn: () => Promise.reject(new Error('no files')),
  });
});
afterAll(async () => {
  await server?.dispose();
  await world?.close();
  await provider?.close();
  rmSync(secrets, { recursive: true, force: true });
});

const shownToPeople = async (path: string): Promise<unknown> =>
  (await api.request(path, { headers: { 'x-api-key': TEAM_KEY } })).json();

/** What each of them was given of the visitor, in the fields of the HTTP service's question. */
const given: Readonly<Record<Inbox, () => unknown>> = {
  model() {
    const { content } = (provider.requests.at(-1) as Recorded).body.messages[0] as { content: string };
    const [, block = ''] = /<visitor>\n([\s\S]*?)\n<\/visitor>/.exec(content) ?? [];
    return Object.fromEntries(
      block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
    );
  },
  agent() {
    const { context } = (provider.requests.at(-1) as Recorded).body as {
      context: { description: string; value: string }[];
    };
    const about = (words: string): unknown =>
      JSON.parse(context.find(({ description }) => description.includes(words))?.value ?? 'null');
    return {
      verified: about('signed by the business'),
      claimed: about('What the page says of its visitor'),
      page: about('The page that the visitor is on'),
    };
  },
  service: () => JSON.parse(questions.at(-1) ?? '').data.visitor,
};

/** The files of the data folder that have one of these words. */
function filesWith(words: readonly string[]): readonly string[] {
  return readdirSync(server.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => bytes.includes(word));
    });
}

describe('a signed-in visitor on a page', () => {
  it.each(INBOXES)('is known to whom answers, %s and people, until they erase it', async (inbox) => {
    const { name, claimed, path, title } = wordsOf(inbox);
    const identity = tokenFor('user-42', {
      aud: `cw:inbox:${inbox}`,
      name,
      email: 'kim@example.com',
      email_verified: true,
      attrs: { plan: 'pro' },
    });
    const visitor = await WireClient.join(server.port, { inbox, identity });
    visitor.send({ t: 'context', user: { name: claimed, customAttributes: { plan: 'pro' } } });
    visitor.send({
      t: 'context',
      page: { url: `http://shop.test/${path}?token=4711`, title, referrer: 'https://search.example', language: 'de' },
    });
    visitor.say('hello, what does it cost?');
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'answer.completed'), 'the answer');

    const verified = {
      id: 'user-42',
      name,
      email: 'kim@example.com',
      emailVerified: true,
      attributes: { plan: 'pro' },
    };
    const unproven = {
      claimed: { name: claimed, customAttributes: { plan: 'pro' } },
      page: { url: `http://shop.test/${path}`, title, referrer: 'https://search.example', language: 'de' },
    };
    expect(given[inbox]()).toEqual({ verified, ...unproven });

    const { id: subject, attributes: attrs, ...profile } = verified;
    const seen = { visitor: { subject, profile: { ...profile, attrs } }, ...unproven };
    const { conversation } = visitor;
    expect(await shownToPeople(`/conversations/${conversation}`)).toMatchObject(seen);
    expect(await shownToPeople(`/conversations/${conversation}/events?after=0`)).toMatchObject(seen);
    visitor.send({ t: 'append', conversation, clientId: 'client-person', body: { kind: 'handoff.requested' } });
    await visitor.next('ack', ({ clientId }) => clientId === 'client-person');
    expect(await shownToPeople(`/conversations?inbox=${inbox}`)).toMatchObject({
      conversations: [{ id: conversation, visitorName: name, isVisitorVerified: true }],
    });

    const words = [name, claimed, path, title];
    expect(filesWith(words)).not.toEqual([]);
    visitor.send({ t: 'erase', id: 'erase-1', conversation });
    await visitor.next('erased');
    await expect.poll(() => filesWith(words), { timeout: 60_000 }).toEqual([]);
    expect(await shownToPeople(`/conversations/${conversation}`)).toMatchObject({ code: 'NOT_FOUND' });
    expect(JSON.stringify(server.failures)).not.toMatch(new RegExp(words.join('|')));
    await visitor.close();
  });
});
