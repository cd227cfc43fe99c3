/** What a client has read of a log, in few words. */
import type { LogEvent } from '@service/protocol';
import type { WireClient } from '../support/wire-client.js';

export const texts = (events: readonly LogEvent[]): string[] =>
  events.flatMap(({ body }) => (body.kind === 'message' || body.kind === 'answer.completed' ? [body.text] : []));
export const completed = (client: WireClient, count = 1): Promise<void> =>
  client.until(
    () => client.events.filter((event) => event.body.kind === 'answer.completed').length >= count,
    `${count} answers`,
  );
