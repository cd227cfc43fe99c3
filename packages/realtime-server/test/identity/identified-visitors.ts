/** A server that knows signed-in visitors, and what they say and see there. */
import type { LogEvent } from '@service/protocol';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { RING } from './sign-token.js';

export const start = (
  identity: object = {},
  keys: Record<string, string | undefined> = { KEYS: RING },
): Promise<TestServer> =>
  serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS', ...identity } }), 0, keys);
export const texts = (events: readonly LogEvent[]): string[] =>
  events.flatMap(({ body }) => (body.kind === 'message' ? [body.text] : []));
export const saying = async (client: WireClient, text: string): Promise<void> => {
  client.say(text);
  await client.next('ack', (ack) => ack.clientId === `client-${text.replace(/\W+/g, '-')}`);
};
/** Sends this hello and returns how it ends: the close code, or the first words of the log. */
export const entering = async (port: number, over: Parameters<typeof WireClient.join>[1]): Promise<number | string> => {
  const client = await WireClient.open(port);
  client.hello(over);
  await client.until(() => client.closed !== null || client.frames.some((frame) => frame.t === 'live'), 'an answer');
  return client.closed?.code ?? texts(client.events).join(', ');
};
