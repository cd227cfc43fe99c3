/**
 * A deploy: nodes of the commit before teams had inboxes of their own run on, while one of this tree is started on the same
 * PostgreSQL and Redis. In `npm run test:long` only. `EARLIER_TREE=/folder` names a tree of that commit that is built already.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Postgres } from '../../../packages/realtime-server/test/support/postgres.js';
import { Redis } from '../../../packages/realtime-server/test/support/redis.js';
import { WireClient } from '../../../packages/realtime-server/test/support/wire-client.js';
import { checkOut, hasCommit } from '../../fixtures/0.1.0/check-out.mjs';
import { LONG } from '../../support/runs/results.js';
import { Service } from '../../support/server/start-service.js';
import { consoleOrigin, sessionOf } from '../../support/server/team-session.js';
import { ownerOf } from '../../support/server/workspace-calls.js';
import { shopInboxes } from '../../support/sites/shop-inbox.js';

const COMMIT = 'e545c2df';
const MASTER_KEY = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
const ORIGIN = 'https://havn.example';
const QUESTION = 'How long is the warranty of tents?';
const given = process.env.EARLIER_TREE;
const runs = LONG && (given !== undefined || hasCommit(COMMIT));
if (LONG && !runs)
  console.warn(
    `Skipped: this clone has no commit ${COMMIT}. Get it with \`git fetch --unshallow\` and run this again.`,
  );

/** What the server has logged as an error. */
const errorsOf = ({ output }: Service): string[] =>
  output.split('\n').filter((line) => /"level":(?:50|60)\b/.test(line));
const answersOf = ({ events }: WireClient) => events.filter(({ body }) => body.kind === 'answer.completed');

/** Asks, and resolves with the answer. */
async function ask(visitor: WireClient, question: string) {
  const before = answersOf(visitor).length;
  visitor.say(question, `client-${crypto.randomUUID()}`);
  await visitor.until(() => answersOf(visitor).length > before, `an answer to ${question}`);
  return answersOf(visitor).at(-1)?.body as { readonly outcome: string; readonly text: string };
}

describe.runIf(runs)('a node of the commit before a team had inboxes of its own, beside a node of this tree', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'service-earlier-'));
  const tree = given ?? join(temporary, 'tree');
  const inboxDir = shopInboxes({ people: {} });
  let postgres: Postgres;
  let redis: Redis;
  let earlier: Service;
  let current: Service;
  /** Of the demo's inbox, from before the deploy. */
  let visitor: WireClient;

  beforeAll(async () => {
    if (given === undefined) checkOut(tree, COMMIT);
    [postgres, redis] = await Promise.all([Postgres.start(), Redis.start()]);
    const env = { DATABASE_URL: await postgres.newDatabase(), REDIS_URL: redis.url, MASTER_KEY };
    earlier = await Service.start({ inboxDir, env, main: join(tree, 'packages/service/dist/main.js') });
    await ownerOf(earlier);
    visitor = await WireClient.join(earlier.port);
    expect((await ask(visitor, 'Can I return shoes?')).outcome).toBe('answered');
    current = await Service.start({ inboxDir, env });
  }, 900_000);
  afterAll(async () => {
    await visitor?.close();
    await Promise.all([earlier?.dispose(), current?.dispose()]);
    await Promise.all([postgres?.dispose(), redis?.dispose()]);
    for (const folder of [temporary, inboxDir]) rmSync(folder, { recursive: true, force: true });
  });

  const eventsAt = async (node: Service, conversation: string) => {
    const address = `${consoleOrigin(node)}/api/desk/conversations/${conversation}`;
    const { events } = (await (await fetch(address, { headers: await sessionOf(node) })).json()) as {
      events: readonly unknown[];
    };
    return events;
  };
  const take = async (node: Service, conversation: string): Promise<void> => {
    const response = await fetch(`${consoleOrigin(node)}/api/desk/conversations/${conversation}/take`, {
      method: 'POST',
      headers: { ...(await sessionOf(node)), 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: 'take-0001' }),
    });
    expect(response.status, await response.text()).toBe(200);
  };

  it('goes on with its visitors, and both nodes show the same conversation', async () => {
    expect((await ask(visitor, 'Can I return my shoes?')).outcome).toBe('answered');
    const there = await eventsAt(current, visitor.conversation);
    expect(there.length).toBeGreaterThan(3);
    expect(there).toEqual(await eventsAt(earlier, visitor.conversation));

    // The same visitor in a second tab, which the balancer gives to the other node.
    const tab = await WireClient.join(current.port, { session: visitor.token, cursor: null });
    expect(tab.conversation).toBe(visitor.conversation);
    await tab.until(() => answersOf(tab).length === 2, 'the answers of the earlier node');
    await ask(tab, 'Can I return old shoes?');
    await visitor.until(() => answersOf(visitor).length === 3, 'the answer of the other node');
    expect(visitor.events.map(({ seq }) => seq)).toEqual(visitor.events.map((_, at) => at + 1));
    await tab.close();
  });

  it('is not harmed by inboxes, sources and agents that it does not know, and leaves them as they are', async () => {
    const owner = await ownerOf(current);
    const { aiAgentId, version } = await owner.ask('aiAgents.create', { name: 'Hei' });
    const warranty = { type: 'article', title: 'Warranty', text: 'Tents have a warranty of three years.' };
    const { sourceId } = await owner.ask('knowledge.create', { ...warranty, aiAgentIds: [aiAgentId] });
    const stateOf = async () => (await owner.read('knowledge.get', { sourceId })).source.state;
    await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready');
    expect(version).toBe(1);
    await owner.ask('aiAgents.publish', { aiAgentId, version: 2, confirm: true });
    const inbox = { name: 'Tents', allowedOrigins: [ORIGIN], people: {}, aiAgentId, live: true };
    const { inboxId } = await owner.ask('inboxes.create', inbox);
    const newcomer = await WireClient.join(current.port, { inbox: inboxId, origin: ORIGIN });
    const answered = async () => (await ask(newcomer, QUESTION)).text;
    await expect.poll(answered, { timeout: 60_000 }).toContain('three years');

    // A page of the new inbox that comes to the earlier node is refused there, and comes to the other one at its next attempt.
    const refused = await WireClient.open(earlier.port);
    refused.hello({ inbox: inboxId, origin: ORIGIN });
    await refused.end();
    // What the earlier node reads of its own folder leaves the new sources where they are.
    const article = '---\ntitle: Parcels\n---\nA parcel takes four days.\n';
    writeFileSync(join(inboxDir, 'demo/knowledge/parcels.md'), article);
    const known = async () => (await ask(visitor, 'How long does a parcel take?')).text;
    await expect.poll(known, { timeout: 60_000 }).toContain('four days');
    expect(await answered()).toContain('three years');
    expect(await owner.read('inboxes.get', { inboxId })).toMatchObject({ name: 'Tents', state: 'live', aiAgentId });
    expect((await owner.read('aiAgents.get', { aiAgentId })).published).toBe(2);
    await newcomer.close();
  });

  it('shows its visitor a member who takes the conversation at the other node, and ends without a loss', async () => {
    await take(current, visitor.conversation);
    await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'handoff.accepted'), 'the member');
    const before = await eventsAt(earlier, visitor.conversation);
    expect([...errorsOf(earlier), ...errorsOf(current)]).toEqual([]);
    await earlier.stop();
    const moved = await WireClient.join(current.port, { session: visitor.token });
    expect(moved.events.map(({ seq }) => seq)).toEqual(before.map((_, at) => at + 1));
    expect(await eventsAt(current, visitor.conversation)).toEqual(before);
    await moved.close();
  });
});
