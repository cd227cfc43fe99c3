/** The packed headless client of version 0.1.0 works with the server of this tree. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  FACTS,
  type FixtureServer,
  OLD_DATA_DIR,
  type OldClient,
  oldCore,
  startFixtureServer,
} from '../../support/sites/version-0.1.0.js';

let server: FixtureServer;
let clients: OldClient[] = [];

beforeAll(async () => {
  server = await startFixtureServer({ dataFrom: OLD_DATA_DIR });
});
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  vi.unstubAllGlobals();
});
afterAll(async () => server?.dispose());

/** What the client uses of a browser: a localStorage whose keys are its own properties, and the window's events. */
function stubBrowser(entries: Readonly<Record<string, string>>): void {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(store, key) ? store[key] : null),
    setItem(key: string, value: string) {
      store[key] = value;
    },
    removeItem(key: string) {
      delete store[key];
    },
  };
  const store: Record<string, unknown> = Object.assign(Object.create(methods) as object, entries);
  vi.stubGlobal('localStorage', store);
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
}

async function client(): Promise<OldClient> {
  const { createChatClient } = await oldCore();
  const made = createChatClient({
    inboxId: FACTS.inbox,
    baseUrl: server.service.origin,
    hostOrigin: FACTS.origin,
    WebSocket,
  });
  clients.push(made);
  return made;
}

const delivered = (of: OldClient, text: string): boolean =>
  of
    .getState()
    .timeline.some((entry) => entry.type === 'own' && entry.text === text && entry.delivery?.state !== 'sending');
const answers = (of: OldClient): number =>
  of.getState().timeline.filter(({ type, state }) => type === 'answer' && state === 'done').length;

describe('the headless client of version 0.1.0', () => {
  it('sends, is acknowledged, and reads the answer', async () => {
    stubBrowser({});
    const visitor = await client();
    visitor.send('How long does a parcel take?');
    await expect.poll(() => delivered(visitor, 'How long does a parcel take?')).toBe(true);
    await expect.poll(() => answers(visitor)).toBe(1);
  });

  it('resumes its session on the next page and goes on where it was', async () => {
    stubBrowser({});
    const before = await client();
    before.send('Can I return shoes I wore once?');
    await expect.poll(() => answers(before)).toBe(1);
    const events = await before.transcript();
    before.destroy();

    const after = await client();
    expect(after.hasHistory()).toBe(true);
    after.connect();
    await expect.poll(() => answers(after)).toBe(1);
    expect(await after.transcript()).toEqual(events);
    after.send('And my boots?');
    await expect.poll(() => delivered(after, 'And my boots?')).toBe(true);
  });

  it('resumes after the server was killed and started again, and loses nothing that was written meanwhile', async () => {
    stubBrowser({});
    const visitor = await client();
    visitor.send('Before the power cut');
    await expect.poll(() => delivered(visitor, 'Before the power cut')).toBe(true);
    await server.service.kill9();
    visitor.send('During the power cut');
    await server.service.start();
    await expect.poll(() => delivered(visitor, 'During the power cut')).toBe(true);
    const own = visitor.getState().timeline.filter(({ type }) => type === 'own');
    expect(own.map(({ text }) => text)).toEqual(['Before the power cut', 'During the power cut']);
  });

  it('resumes the session that its own server began', async () => {
    stubBrowser(FACTS.anonymous.storage);
    const visitor = await client();
    visitor.connect();
    await expect.poll(() => visitor.getState().connection).toBe('connected');
    expect(await visitor.transcript()).toEqual(FACTS.anonymous.conversations.at(-1));
  });
});
