/** The handshake's promises, one by one, against frames that lie, reload, or never answer. */
import { BRIDGE_MARK, BRIDGE_VERSION, type FrameMessage, type HostMessage } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HANDSHAKE, type Handshake, startHandshake } from '../../src/frame/handshake.js';

const CHAT = 'https://chat.example';
const greeting = { config: { inboxId: 'demo' }, scheme: 'light', viewport: { width: 800, height: 600 } } as const;

interface Answer {
  readonly data: unknown;
  readonly target: string;
  readonly port: MessagePort;
}

/** A frame's window as the page sees it: something that receives answers. */
class FrameWindow {
  readonly answers: Answer[] = [];
  postMessage(data: unknown, target: string, ports: readonly MessagePort[]): void {
    this.answers.push({ data, target, port: ports[0] as MessagePort });
  }
}

let page: EventTarget;
let frame: FrameWindow;
let log: string[];
let heard: FrameMessage[];
let handshake: Handshake;
let heldBack = false;
let nonces = 0;
const openPorts: MessagePort[] = [];

const freshNonce = (): string => `nonce-of-sixteen-${++nonces}`;
const hello = (nonce = freshNonce(), versions: readonly number[] = [BRIDGE_VERSION]) => ({
  mark: BRIDGE_MARK,
  t: 'hello',
  nonce,
  versions,
});
function arrive(data: unknown, source: unknown = frame, origin = CHAT): void {
  page.dispatchEvent(Object.assign(new Event('message'), { data, source, origin }));
}
/** Ports deliver on their own turn; a message sent after it proves that the earlier ones were delivered. */
async function delivered(port: MessagePort): Promise<void> {
  const before = heard.length;
  port.postMessage({ t: 'shape', shape: 'panel' } satisfies FrameMessage);
  await vi.waitFor(() => expect(heard.slice(before)).toContainEqual({ t: 'shape', shape: 'panel' }));
}
function lastPort(): MessagePort {
  const port = frame.answers.at(-1)?.port as MessagePort;
  openPorts.push(port);
  return port;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  page = new EventTarget();
  frame = new FrameWindow();
  log = [];
  heard = [];
  heldBack = false;
  handshake = startHandshake({
    page: page as Window,
    peer: () => frame as unknown as Window,
    origin: CHAT,
    greeting: () => greeting,
    isHeldBack: () => heldBack,
    onConnected: () => log.push('connected'),
    onLost: () => log.push('lost'),
    onMessage: (message) => heard.push(message),
    onUnreachable: () => log.push('frame_unreachable'),
    onError: (code, more) => log.push(more ? `${code}: ${more}` : code),
  });
  handshake.frameAttached();
});
afterEach(() => {
  handshake.close();
  for (const port of openPorts.splice(0)) port.close();
  vi.useRealTimers();
});

describe('the handshake', () => {
  it('answers our frame with its nonce, to its exact origin, with one port, and both sides can talk', async () => {
    const nonce = freshNonce();
    arrive(hello(nonce));
    expect(frame.answers).toHaveLength(1);
    expect(frame.answers[0]).toMatchObject({
      target: CHAT,
      data: { mark: BRIDGE_MARK, t: 'connect', nonce, version: BRIDGE_VERSION, ...greeting },
    });
    const port = lastPort();
    const received: HostMessage[] = [];
    port.onmessage = ({ data }) => received.push(data as HostMessage);
    handshake.post({ t: 'open' });
    await vi.waitFor(() => expect(received).toEqual([{ t: 'open' }]));
    port.postMessage({ t: 'ready' });
    await delivered(port);
    expect(heard).toContainEqual({ t: 'ready' });
  });

  it('H1: ignores the right message of another window', () => {
    arrive(hello(), new FrameWindow());
    expect(frame.answers).toEqual([]);
  });

  it('H2: ignores our frame after it was navigated to another origin', () => {
    arrive(hello(), frame, 'https://evil.example');
    arrive(hello(), frame, 'null');
    arrive(hello(), frame, `${CHAT}.evil.example`);
    expect(frame.answers).toEqual([]);
  });

  it('H3: ignores a nonce that was used before, and one that is none', () => {
    const nonce = freshNonce();
    arrive(hello(nonce));
    arrive(hello(nonce));
    arrive(hello('short'));
    arrive({ ...hello(), nonce: { toString: () => freshNonce() } });
    expect(frame.answers).toHaveLength(1);
  });

  it('H5: succeeds after five hundred unrelated messages', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const noise = [null, undefined, 0, '', 'hello', [], cyclic, { source: 'react-devtools-bridge' }, { t: 'hello' }];
    for (let i = 0; i < 500; i++) arrive(noise[i % noise.length], i % 2 ? frame : null);
    arrive(hello());
    expect(frame.answers).toHaveLength(1);
    expect(log).toEqual(['connected']);
  });

  it('H6, H12: listens to nothing on the window after it, except a fresh hello', () => {
    arrive(hello());
    const port = lastPort();
    arrive({ t: 'ready' });
    arrive({ t: 'shape', shape: 'fullscreen' });
    arrive({ mark: BRIDGE_MARK, t: 'connect', nonce: freshNonce(), version: 1 });
    expect(heard).toEqual([]);
    expect(log).toEqual(['connected']);
    port.close();
  });

  it('starts again when the frame reloads, and closes the old port', async () => {
    arrive(hello());
    const old = lastPort();
    arrive(hello());
    const current = lastPort();
    expect(log).toEqual(['connected', 'lost', 'connected']);
    old.postMessage({ t: 'blur' });
    await delivered(current);
    expect(heard).not.toContainEqual({ t: 'blur' });
  });

  it('H6: gives up at the sixth reload within a minute, and then ignores all messages', () => {
    for (let i = 0; i <= HANDSHAKE.restarts; i++) arrive(hello());
    expect(log.filter((line) => line === 'connected')).toHaveLength(6);
    arrive(hello());
    expect(log.at(-1)).toBe('frame_unstable');
    arrive(hello());
    expect(frame.answers).toHaveLength(6);
  });

  it('allows reloads that are far apart, and those that the page itself has caused', () => {
    for (let i = 0; i < 20; i++) {
      arrive(hello());
      vi.advanceTimersByTime(HANDSHAKE.perMs / 5 + 1);
    }
    for (let i = 0; i < 20; i++) {
      handshake.frameAttached();
      arrive(hello());
    }
    expect(log).not.toContain('frame_unstable');
    expect(frame.answers).toHaveLength(40);
  });

  it('H11: names both sides’ versions when they have none in common', () => {
    arrive(hello(freshNonce(), [98, 99]));
    expect(frame.answers).toEqual([]);
    expect(log).toEqual([`protocol_unsupported: Script: ${BRIDGE_VERSION}. Server: 98, 99.`]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nope', 7, null])(
    'H7: survives a message of type %o on the port',
    async (t) => {
      arrive(hello());
      const port = lastPort();
      port.postMessage({ t });
      port.postMessage(t);
      port.postMessage({ t: 'shape', shape: t });
      port.postMessage({ t: 'event', name: t, detail: {} });
      port.postMessage({ t: 'event', name: 'error', detail: { code: t } });
      await delivered(port);
      expect(heard).toEqual([{ t: 'shape', shape: 'panel' }]);
    },
  );

  it('removes its listeners, timers and port when it is closed', () => {
    arrive(hello());
    lastPort();
    handshake.frameLoaded();
    handshake.close();
    arrive(hello());
    expect(frame.answers).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a frame that can’t be reached', () => {
  it('is reported ten seconds after it was attached when nothing happens at all, once', () => {
    vi.advanceTimersByTime(HANDSHAKE.readyMs - 1);
    expect(log).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(HANDSHAKE.readyMs * 10);
    expect(log).toEqual(['frame_unreachable']);
  });

  it('is not reported while the browser or a consent manager holds it back, and ten seconds after that', () => {
    heldBack = true;
    handshake.frameLoaded();
    vi.advanceTimersByTime(HANDSHAKE.readyMs * 10);
    expect(log).toEqual([]);
    heldBack = false;
    vi.advanceTimersByTime(HANDSHAKE.readyMs);
    expect(log).toEqual(['frame_unreachable']);
  });

  it('is reported three seconds after a document has loaded that sends no hello, once', () => {
    handshake.frameLoaded();
    vi.advanceTimersByTime(HANDSHAKE.helloAfterLoadMs);
    vi.advanceTimersByTime(HANDSHAKE.readyMs * 10);
    expect(log).toEqual(['frame_unreachable']);
  });

  it('is reported when it sent a hello but never became ready', () => {
    arrive(hello());
    lastPort();
    vi.advanceTimersByTime(HANDSHAKE.readyMs);
    expect(log).toEqual(['connected', 'frame_unreachable']);
  });

  it('is not reported when hello and ready came, in whatever order hello and load arrive', async () => {
    for (const order of ['hello first', 'load first']) {
      handshake.frameAttached();
      if (order === 'load first') handshake.frameLoaded();
      arrive(hello());
      if (order === 'hello first') handshake.frameLoaded();
      const port = lastPort();
      port.postMessage({ t: 'ready' });
      await delivered(port);
      vi.advanceTimersByTime(HANDSHAKE.readyMs * 10);
    }
    expect(log).not.toContain('frame_unreachable');
  });

  it('may connect late: the chat starts then', () => {
    vi.advanceTimersByTime(HANDSHAKE.readyMs);
    arrive(hello());
    expect(log).toEqual(['frame_unreachable', 'connected']);
  });

  it('that was navigated away loses its port at once, and the page gets an error', async () => {
    arrive(hello());
    handshake.frameLoaded();
    const port = lastPort();
    port.postMessage({ t: 'ready' });
    await delivered(port);
    handshake.frameLoaded();
    expect(log).toEqual(['connected', 'lost']);
    vi.advanceTimersByTime(HANDSHAKE.helloAfterLoadMs);
    expect(log).toEqual(['connected', 'lost', 'frame_unreachable']);
  });
});
