/** A DATA_DIR of version 0.1.0 opens with the server of this tree: conversations, uploads and visitors are there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIdentity } from '../../../packages/embed-sdk/dist/server.js';
import { filesWith } from '../../support/runs/files-with.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { ownerOf } from '../../support/server/workspace-calls.js';
import {
  AN_HOUR_LATER,
  FACTS,
  type FixtureServer,
  OLD_DATA_DIR,
  startFixtureServer,
} from '../../support/sites/version-0.1.0.js';
import { NodeBrowser, type NodePage } from '../../support/wire/node-client.js';

const [first, second] = FACTS.anonymous.conversations;
let browser: NodeBrowser;
let server: FixtureServer;

beforeEach(async () => {
  browser = new NodeBrowser();
  server = await startFixtureServer({ dataFrom: OLD_DATA_DIR });
});
afterEach(async () => {
  browser.closeAll();
  await server?.dispose();
});

/** A page in a browser that stored `storage` when it was on the page of the fixture. */
function open(storage: Readonly<Record<string, string>>): NodePage {
  for (const [key, value] of Object.entries(storage)) browser.storage.set(key, value);
  return browser.open({ inboxId: FACTS.inbox, baseUrl: server.service.origin, hostOrigin: FACTS.origin });
}

async function resumed(): Promise<NodePage> {
  const page = open(FACTS.anonymous.storage);
  page.client.connect();
  await page.until(({ getState }) => getState().connection === 'connected', 'the connection');
  return page;
}

describe('a DATA_DIR of version 0.1.0', () => {
  it('resumes the anonymous visitor’s session with every event of all conversations', async () => {
    const page = await resumed();
    expect(await page.client.loadTranscript()).toEqual(second);

    const list = () => page.client.getState().conversations ?? [];
    page.client.loadConversations();
    await page.until(() => list().length === FACTS.anonymous.conversations.length, 'both conversations');
    page.client.openConversation(list().at(-1)?.conversation ?? '');
    const [question] = first ?? [];
    await page.until(({ getState }) => getState().timeline.some(({ at }) => at === question?.at), 'the first question');
    expect(await page.client.loadTranscript()).toEqual(first);
  });

  it('has its folders as inboxes of the first organization, read-only, beside those that a team makes', async () => {
    const owner = await ownerOf(server.service);
    const folder = { inboxId: FACTS.inbox, managedBy: 'file', state: 'live', version: null };
    expect((await owner.read('inboxes.list')).items).toMatchObject([folder]);
    const { inboxId } = await owner.ask('inboxes.create', { name: 'Havn', allowedOrigins: [FACTS.origin], live: true });
    expect((await owner.read('inboxes.list')).items).toMatchObject([folder, { inboxId, managedBy: 'console' }]);
    const page = await resumed();
    expect(await page.client.loadTranscript()).toEqual(second);
  });

  it('serves the uploaded picture', async () => {
    const message = second?.[0]?.body;
    const picture = message?.kind === 'message' ? message.attachments?.[0] : undefined;
    const session = Object.entries(FACTS.anonymous.storage).find(([key]) => key.endsWith(':session'))?.[1];
    const link = await fetch(`${server.service.origin}/v1/uploads/${picture?.id}/link`, {
      headers: { authorization: `Bearer ${session}`, origin: FACTS.origin },
    });
    expect(link.status).toBe(200);
    const { url } = (await link.json()) as { url: string };
    const file = await fetch(new URL(url, server.service.origin));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe(picture?.type);
    expect((await file.arrayBuffer()).byteLength).toBe(picture?.size);
  });

  it('takes a new message at the end of an old conversation', async () => {
    const page = await resumed();
    page.client.sendMessage('Thank you.');
    const isStored = (): boolean =>
      page.client.getState().timeline.some((entry) => entry.type === 'own' && entry.seq === 7);
    await page.until(isStored, 'the acknowledgement');
    const events = await page.client.loadTranscript();
    expect(events.slice(0, 6)).toEqual(second);
    expect(events[6]).toMatchObject({ seq: 7, body: { kind: 'message', text: 'Thank you.' } });
  });

  it('was copied before it was changed: the output says where; no byte of a conversation is in it once that is erased', async () => {
    const { dataDir, output } = server.service;
    const [copy = ''] = readdirSync(join(dataDir, 'backups'));
    expect(output).toContain(`service.db was copied to ${join(dataDir, 'backups', copy)}`);
    const [question] = second?.flatMap(({ body }) => (body.kind === 'message' ? [body.text] : [])) ?? [];
    const filesWithIt = () => filesWith(dataDir, question as string);
    expect(filesWithIt().join()).toContain(copy);
    const page = await resumed();
    page.client.eraseConversation();
    await expect.poll(filesWithIt, { timeout: 60_000, interval: 50 }).toEqual([]);
  });

  it('gives the signed-in visitor their conversation when they sign in again', async () => {
    const page = open({});
    const { user, conversations } = FACTS.signedIn;
    page.client.identify(async ({ nonce }) => signIdentity(FACTS.key, user, { nonce, now: AN_HOUR_LATER }));
    page.client.connect();
    await page.until(({ getState }) => getState().timeline.length > 0, 'the conversation');
    expect(await page.client.loadTranscript()).toEqual(conversations[0]);
  });

  it('is shown to the team once it has made its first account; the key of then opens nothing', async () => {
    expect((await inboxApi(server.service, '')).conversations).toEqual(expect.any(Array));
    const key = readFileSync(`${OLD_DATA_DIR}/operator.key`, 'utf8').trim();
    for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
      const answer = await fetch(`${server.service.origin}/api/desk/conversations`, {
        headers: headers as HeadersInit,
      });
      expect(answer.status).toBe(401);
    }
  });
});
