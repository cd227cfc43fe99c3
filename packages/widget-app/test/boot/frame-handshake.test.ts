/** The frame accepts one answer: of its parent, from the expected origin, with its own nonce and exactly one port. */
import { BRIDGE_MARK, type HostMessage, readBridgeHello } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { connectToHost } from '../../src/boot/frame-handshake.js';

const ORIGIN = 'https://shop.example';

function frame() {
  const listeners = new Set<(event: MessageEvent) => void>();
  const sent: { readonly data: { nonce: string }; readonly to: string }[] = [];
  // A window that no other has opened has no opener, and a message of a window that is gone has no source.
  const parent = { opener: null, postMessage: (data: { nonce: string }, to: string) => sent.push({ data, to }) };
  const window = {
    parent,
    addEventListener: (_name: string, listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: (event: MessageEvent) => void) => listeners.delete(listener),
  } as unknown as Window;
  const { port1, port2 } = new MessageChannel();
  const connect = (over: object = {}) => ({
    mark: BRIDGE_MARK,
    t: 'connect',
    nonce: sent[0]?.data.nonce,
    version: 1,
    config: { inboxId: 'demo' },
    scheme: 'light',
    viewport: { width: 1, height: 1 },
    ...over,
  });
  const deliver = (data: unknown, over: object = {}): void => {
    for (const listener of [...listeners])
      listener({ data, source: parent, origin: ORIGIN, ports: [port2], ...over } as unknown as MessageEvent);
  };
  const settled = async (channel: Promise<unknown>): Promise<boolean> => {
    const nothing = Symbol('nothing');
    return (await Promise.race([channel, new Promise((resolve) => setImmediate(() => resolve(nothing)))])) !== nothing;
  };
  return { window, sent, listeners, connect, deliver, settled, host: port1 };
}

describe('the handshake of the frame', () => {
  it('sends hello to the expected origin only', () => {
    const { window, sent, host } = frame();
    void connectToHost(window, ORIGIN);
    expect(sent).toMatchObject([{ to: ORIGIN, data: { t: 'hello', versions: [1] } }]);
    expect(sent[0]?.data).not.toHaveProperty('launcher');
    host.close();
  });

  it('says with hello what the page draws the launcher with', () => {
    const { window, sent, host } = frame();
    const colors = { button: '#1f5c4d', icon: '#ffffff' };
    const launcher = { saved: true, colors: { light: colors, dark: colors } };
    void connectToHost(window, ORIGIN, launcher);
    expect(readBridgeHello(sent[0]?.data)).toMatchObject({ launcher });
    host.close();
  });

  it('H1, H3, H4, H12: ignores everything else: other windows, other origins, old nonces, no port or two, unrelated messages', async () => {
    const { window, listeners, connect, deliver, settled, host } = frame();
    const channel = connectToHost(window, ORIGIN);
    deliver(connect(), { source: {} });
    deliver(connect(), { source: null });
    deliver(connect(), { origin: 'https://evil.example' });
    deliver(connect({ nonce: 'x'.repeat(32) }));
    deliver(connect(), { ports: [] });
    deliver(connect(), { ports: [1, 2] });
    for (const data of [null, 'hello', 42, { type: 'webpackOk' }, []]) deliver(data);
    expect(await settled(channel)).toBe(false);
    deliver(connect());
    expect(await settled(channel)).toBe(true);
    expect(listeners.size).toBe(0);
    host.close();
  });

  it.each(['parent', 'opener'] as const)(
    'accepts the answer of the %s of its parent, whose script has put it into that window',
    async (which) => {
      const { window, connect, deliver, settled, host } = frame();
      const main = {};
      Object.assign(window.parent, { [which]: main });
      const channel = connectToHost(window, ORIGIN);
      deliver(connect(), { source: main, origin: 'https://evil.example' });
      deliver(connect({ nonce: 'x'.repeat(32) }), { source: main });
      expect(await settled(channel)).toBe(false);
      deliver(connect(), { source: main });
      expect(await settled(channel)).toBe(true);
      host.close();
    },
  );

  it('delivers commands from before the listener in order, and ignores invalid ones', async () => {
    const { window, connect, deliver, host } = frame();
    const opening = connectToHost(window, ORIGIN);
    deliver(connect());
    const channel = await opening;
    for (const message of [{ t: 'open' }, { t: '__proto__' }, { t: 'send', text: 'hi' }]) host.postMessage(message);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const received: HostMessage[] = [];
    channel.listen((message) => received.push(message));
    expect(received).toEqual([{ t: 'open' }, { t: 'send', text: 'hi' }]);
    host.close();
  });
});
