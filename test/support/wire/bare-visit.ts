/** A visitor over a bare WebSocket, for tests that send what no client of ours sends. */
import { setTimeout as wait } from 'node:timers/promises';
import { CLOSE } from '@service/protocol';
import { WebSocket } from 'ws';

type Frame = Record<string, unknown>;

export interface BareVisit {
  readonly socket: WebSocket;
  /** What the server has sent so far. */
  readonly frames: readonly Frame[];
  readonly session: string;
  readonly conversation: string;
}

/**
 * Opens a session of a new visitor and resolves when it is live. A busy server sends new visitors away for a while: then it is tried
 * again, as clients do. Throws if the server closes for another reason.
 */
export async function bareVisit(
  service: string,
  hello: object,
  { query = '', headers = {} }: { readonly query?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<BareVisit> {
  for (;;) {
    const socket = new WebSocket(`${service.replace('http', 'ws')}/v1/realtime${query}`, 'service.chat.v1', {
      headers,
    });
    const frames: Frame[] = [];
    const live = new Promise<number | null>((resolve, reject) => {
      socket.once('open', () => socket.send(JSON.stringify({ ...FIRST_VISIT, ...hello })));
      socket.on('error', reject);
      socket.on('close', resolve);
      socket.on('message', (data) => {
        const frame = JSON.parse(data.toString()) as Frame;
        frames.push(frame);
        if (frame.t === 'live') resolve(null);
      });
    });
    const closed = await live;
    if (closed === null) {
      const welcome = frames.find(({ t }) => t === 'welcome') as { session: string; conversation: string };
      return { socket, frames, session: welcome.session, conversation: welcome.conversation };
    }
    if (closed !== CLOSE.overloaded.code) throw new Error(`The server closed with ${closed}.`);
    await wait(BUSY_FOR_MS);
  }
}

/** A busy server looks at its load once a second. */
const BUSY_FOR_MS = 1_000;

const FIRST_VISIT = {
  t: 'hello',
  v: [1],
  inbox: 'demo',
  session: null,
  sdk: 'test/0',
  instance: 'instance-0001',
  cursor: null,
  visible: true,
};
