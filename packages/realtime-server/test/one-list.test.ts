/** Messages of the real `ws`, gathered in one list: by a name inside it, which a later one may not have. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { gatherInOneList } from '../dist/gateway/one-list.js';

let server: WebSocketServer;
let ours: WebSocket;
let theirs: WebSocket;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  theirs = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  [ours] = (await once(server, 'connection')) as [WebSocket];
  await once(theirs, 'open');
});

afterEach(async () => {
  theirs.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** Hears `count` messages, as a connection does. */
function hear(count: number, onMessage: (text: string) => void): Promise<void> {
  const empty = gatherInOneList(ours);
  return new Promise((resolve) => {
    let left = count;
    ours.on('message', (data) => {
      empty();
      onMessage(data.toString());
      left -= 1;
      if (left === 0) resolve();
    });
  });
}

describe('the messages of a connection', () => {
  it('are gathered in the same list each time, which is empty again afterwards', async () => {
    const lists = new Set<unknown>();
    const heard = hear(3, () => {
      const { _fragments: list } = (ours as unknown as { _receiver: { _fragments: unknown[] } })._receiver;
      expect(list).toEqual([]);
      lists.add(list);
    });
    for (const text of ['one', 'two', 'three']) theirs.send(text);
    await heard;
    expect(lists.size).toBe(1);
  });

  it('are heard whole, in parts or not, with pings between them', async () => {
    const said: string[] = [];
    const heard = hear(4, (text) => said.push(text));
    theirs.send('first');
    theirs.send('sec', { fin: false });
    theirs.ping('still there?');
    theirs.send('on', { fin: false });
    theirs.send('d');
    theirs.send('');
    theirs.send('x'.repeat(100_000));
    await heard;
    expect(said).toEqual(['first', 'second', '', 'x'.repeat(100_000)]);
  });
});
