/**
 * A model provider on this machine: real HTTP, real event streams, scripted replies. It supports the APIs of all providers in
 * wires.ts and records every request, so that a test can check what the model received.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Reply, type Say, say } from './reply.js';
import { WIRES, type Wire } from './wires.js';

export interface Recorded {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: each provider's body has its own shape, and tests look anywhere in it.
  readonly body: any;
}

export interface Loopback {
  readonly origin: string;
  readonly requests: readonly Recorded[];
  /** Sets the replies to the next requests, in this order. The last one also answers all further requests. */
  script(...replies: readonly Reply[]): void;
  /** Resolves when there have been that many requests. */
  asked(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLoopback(models: readonly string[] = ['loopback']): Promise<Loopback> {
  const requests: Recorded[] = [];
  let replies: Reply[] = [say('Hello.')];
  let listeners: (() => void)[] = [];

  const server = createServer((request, response) => {
    void (async () => {
      if (request.url?.endsWith('/models')) {
        return response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
      }
      const path = (request.url ?? '').split('?')[0] as string;
      const wire = WIRES.find((each) => each.path.test(path));
      if (!wire) return response.writeHead(404).end('{}');
      const body = JSON.parse(await bodyOf(request));
      requests.push({ path, headers: request.headers, body });
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) as Reply;
      for (const each of listeners) each();
      await sendReply(reply, wire, body, response);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...scripted) {
      replies = [...scripted];
    },
    asked: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.length < count) return;
          listeners = listeners.filter((each) => each !== check);
          resolve();
        };
        listeners.push(check);
        check();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The results of all calls in the latest request, as the model received them. For requests to `/chat/completions`. */
export function toolResults(provider: Loopback): readonly unknown[] {
  const messages: readonly { role: string; content: string }[] = provider.requests.at(-1)?.body.messages ?? [];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => JSON.parse(content));
}

async function sendReply(
  reply: Reply,
  wire: Wire,
  request: Record<string, unknown>,
  response: ServerResponse,
): Promise<void> {
  const open = (): void => void response.writeHead(200, { 'Content-Type': wire.contentType });
  const write = async (...events: readonly (string | Buffer)[]): Promise<void> => {
    for (const event of events) await new Promise<void>((resolve) => response.write(event, () => resolve()));
  };
  const start = (text: readonly string[]): readonly string[] => [
    ...wire.begin(request),
    ...text.flatMap((piece) => wire.text(piece)),
  ];
  const whole = (message: Say): readonly string[] => [...start(message.text), ...wire.end(message)];
  switch (reply.kind) {
    case 'status': {
      const { status, headers, body = 'It broke: sk-secret-of-the-provider' } = reply;
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(wire.error(status, body));
      return;
    }
    case 'say':
      open();
      await write(...whole(reply));
      response.end();
      return;
    case 'cut': {
      open();
      response.socket?.setNoDelay(true);
      const bytes = Buffer.from(whole(reply.say).join(''));
      for (let at = 0; at < bytes.length; at += reply.bytes) await write(bytes.subarray(at, at + reply.bytes));
      response.end();
      return;
    }
    case 'garbage':
      open();
      response.end(reply.body);
      return;
    case 'held':
      open();
      await write(...wire.begin(request));
      for (const [at, piece] of reply.text.entries()) {
        await reply.until(at);
        await write(...wire.text(piece));
      }
      await write(...wire.end({ kind: 'say', text: [] }));
      response.end();
      return;
    case 'reset':
    case 'hang':
      open();
      await write(...start(reply.text));
      if (reply.kind === 'reset') response.destroy();
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
