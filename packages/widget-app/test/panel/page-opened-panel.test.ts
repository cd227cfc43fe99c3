// @vitest-environment happy-dom
/** The panel of a page that has drawn the launcher: it is there before it is opened, and nothing else is. */
import type { FrameMessage, HostMessage } from '@service/protocol';
import { act, fireEvent } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as consent from '../../src/panel/consent/consent.js';
import type { PanelContext, PanelHandle } from '../../src/panel/model.js';
import { startPanel } from '../../src/panel/panel-controller.js';
import { context, type ScriptedClient } from '../support/panel-fixtures.js';

/** The clients that were created; each is created as soon as its code has loaded. */
const clients = vi.hoisted((): ScriptedClient[] => []);
vi.mock('../../src/panel/live.js', async () => {
  const { LiveScreen } = await import('../../src/panel/conversation/live-screen.js');
  const { addTopics } = await import('../../src/i18n/topics.js');
  const { scriptedClient } = await import('../support/panel-fixtures.js');
  return {
    LiveScreen,
    transcriptCss: '',
    addTopics,
    browserPorts: () => ({}),
    createInnerChatClient() {
      const client = scriptedClient();
      clients.push(client);
      return client;
    },
  };
});

const COLORS = { button: '#1f5c4d', icon: '#ffffff' };
const SESSION = 'service:demo@https://shop.example:session';

let panel: PanelHandle | null = null;
let posted: FrameMessage[] = [];

// The first import takes a while.
beforeAll(() => import('../../src/panel/live.js'));
beforeEach(() => {
  clients.length = 0;
  posted = [];
});
afterEach(() => {
  send({ t: 'bye' });
  document.body.innerHTML = '';
  localStorage.clear();
  vi.restoreAllMocks();
});

function start(connect: Partial<PanelContext['connect']> = {}, inbox: object = {}): void {
  const given = context(inbox, posted);
  act(() => {
    panel = startPanel(
      {
        ...given,
        opener: null,
        boot: { ...given.boot, launcher: { saved: true, colors: { light: COLORS, dark: COLORS } } },
        connect: { ...given.connect, ...connect },
      },
      given.boot.inbox.requireConsent ? consent : null,
    );
    panel.draw();
  });
}
const send = (message: object): void => void act(() => panel?.handle(message as HostMessage));
const dialog = (): HTMLElement => document.querySelector('.panel') as HTMLElement;
const field = (): HTMLTextAreaElement => document.querySelector('textarea') as HTMLTextAreaElement;
/** What was to be loaded has been loaded. */
const settled = (): Promise<void> => act(() => new Promise((done) => setTimeout(done, 20)));
const connections = (): number => clients.filter(({ calls }) => calls.includes('connect')).length;
const shapes = (): FrameMessage[] => posted.filter(({ t }) => t === 'shape');
const markers = (): FrameMessage[] => posted.filter(({ t }) => t === 'unread-marker');

describe('a panel that the page opens', () => {
  it('is drawn before it is opened, hidden, and has no client', async () => {
    start();
    await settled();
    expect(dialog().hidden).toBe(true);
    expect(field()).toBeTruthy();
    expect(clients).toEqual([]);
    send({ t: 'open', byVisitor: true });
    expect(dialog().hidden).toBe(false);
    await vi.waitFor(() => expect(connections()).toBe(1), { timeout: 60_000 });
  });

  it('is drawn with the first command that opens it, if it was not before', () => {
    const given = context({}, posted);
    panel = startPanel({ ...given, opener: null });
    send({ t: 'questions', questions: ['Do you repair shoes?'] });
    expect(dialog()).toBeNull();
    send({ t: 'open', byVisitor: true });
    expect(dialog().hidden).toBe(false);
    expect(document.activeElement).toBe(field());
  });

  it('requests the logo only when it is opened', () => {
    const theme = { logoUrl: 'https://shop.example/logo.png' };
    const given = context({}, posted);
    act(() => {
      panel = startPanel({ ...given, opener: null, theme: { ...given.theme, ...theme } });
      panel.draw();
    });
    expect(dialog().querySelector('img')).toBeNull();
    send({ t: 'open' });
    expect(dialog().querySelector('img')?.src).toBe(theme.logoUrl);
  });

  it.each([
    ['a session', { [SESSION]: 'cws_1' }, true, 1],
    ['a session, and nothing unread', { [SESSION]: 'cws_1' }, undefined, 0],
    ['no session', {}, true, 0],
  ] as const)(
    'connects before it is opened only where something may be unread: %s',
    async (_, stored, unread, expected) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
      start({ ...(unread && { unread }) });
      await settled();
      expect(connections()).toBe(expected);
    },
  );

  it('connects for a visitor of the page who may have something unread, as soon as it knows them', async () => {
    start({ unread: true });
    await settled();
    expect(connections()).toBe(0);
    send({ t: 'identify' });
    await vi.waitFor(() => expect(connections()).toBe(1), { timeout: 60_000 });
  });

  it('names its shape and how round its corners are', () => {
    start();
    const { radiusPx } = context().theme.tokens;
    send({ t: 'open' });
    expect(shapes()).toEqual([{ t: 'shape', shape: 'panel', radius: radiusPx }]);
    send({ t: 'viewport', viewport: { width: 390, height: 780 } });
    expect(shapes()[1]).toEqual({ t: 'shape', shape: 'fullscreen', radius: 0 });
  });

  it.each([
    ['by a click', { byVisitor: true }, true],
    ['with a key', { byVisitor: true, byKeyboard: true }, true],
    ['by the page alone', {}, false],
  ])('opened %s: the focus is in the field: %j', (_, how, isFocused) => {
    start();
    send({ t: 'open', ...how });
    expect(document.activeElement === field()).toBe(isFocused);
  });

  it('closes with Escape, gives the focus back, and takes it again', () => {
    start();
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    send({ t: 'toggle', byVisitor: true, byKeyboard: true });
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(dialog().hidden).toBe(true);
    expect(posted.at(-1)).toEqual({ t: 'blur' });
    send({ t: 'toggle', byVisitor: true, byKeyboard: true });
    expect(document.activeElement).toBe(field());
  });
});

describe('what the page’s storage remembers', () => {
  it('is removed when the visitor has to agree first', () => {
    start({ unread: true }, { requireConsent: true });
    expect(markers()).toEqual([{ t: 'unread-marker', count: null }]);
  });

  it('is removed at a logout, also before there is a client', () => {
    start();
    expect(markers()).toEqual([]);
    send({ t: 'logout' });
    expect(markers()).toEqual([{ t: 'unread-marker', count: null }]);
  });

  it('is that an answer is outstanding as soon as the visitor has written', () => {
    start();
    send({ t: 'open', byVisitor: true });
    send({ t: 'send', text: 'Where is my order?' });
    expect(markers()).toEqual([{ t: 'unread-marker', count: 0 }]);
  });

  it('is not reported to a page without a launcher of its own', () => {
    const given = context({}, posted);
    act(() => {
      panel = startPanel(given);
    });
    send({ t: 'send', text: 'Where is my order?' });
    expect(markers()).toEqual([]);
  });
});
