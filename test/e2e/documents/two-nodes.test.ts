/** Inboxes of the console on two nodes: what is saved at one is seen by the visitors of the other, also where its announcement is lost. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from '../../support/server/cluster.js';
import { type OwnerCalls, ownerOf } from '../../support/server/workspace-calls.js';

const ORIGIN = 'https://havn.example';
const MASTER_KEY = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
let cluster: Cluster;
let owner: OwnerCalls;
beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2, envOf: () => ({ MASTER_KEY }) });
  owner = await ownerOf(cluster.nodes[0] as never);
});
afterAll(() => cluster?.dispose());

const colourAt = async (node: number, inboxId: string): Promise<string | undefined> => {
  const address = `${cluster.nodes[node]?.origin}/widget/${inboxId}?${new URLSearchParams({ o: ORIGIN })}`;
  return /"primary":"(#[0-9a-f]{6})"/.exec(await (await fetch(address)).text())?.[1];
};
const shows = (node: number, inboxId: string, colour: string) =>
  expect.poll(() => colourAt(node, inboxId), { timeout: 60_000, interval: 50 }).toBe(colour);

it('shows a saved theme at both nodes, and after a restart at once', async () => {
  const inbox = { name: 'Havn', allowedOrigins: [ORIGIN], live: true, theme: { primaryColor: '#0f766e' } };
  const { inboxId } = await owner.ask('inboxes.create', inbox);
  expect(await colourAt(0, inboxId)).toBe('#0f766e');
  await shows(1, inboxId, '#0f766e');
  await owner.ask('inboxes.update', { inboxId, version: 1, theme: { primaryColor: '#7c2d12' } });
  expect(await colourAt(0, inboxId)).toBe('#7c2d12');
  await shows(1, inboxId, '#7c2d12');
  // Without Redis no announcement arrives: the node looks by itself.
  await cluster.redis.kill();
  await owner.ask('inboxes.update', { inboxId, version: 2, theme: { primaryColor: '#1d4ed8' } });
  await shows(1, inboxId, '#1d4ed8');
  await cluster.nodes[1]?.restart();
  expect(await colourAt(1, inboxId)).toBe('#1d4ed8');
});
