/**
 * The checks after a run with faults: the log has every written message exactly once and no gap in its numbers, and each page
 * shows exactly the log. And at every moment of it: no page ever showed a gap, and none got a `message` event twice.
 */

import type { LogEvent } from '@service/protocol';
import { WireClient } from '../../../../packages/realtime-server/test/support/wire-client.js';
import type { NodeBrowser, NodePage } from '../../../support/wire/node-client.js';

/** Observes a page from now on. `problems` is empty as long as everything is right. */
export class PageObserver {
  readonly #shown: (readonly number[])[] = [];
  readonly #messageEvents: string[] = [];

  constructor(readonly page: NodePage) {
    let last = '';
    page.client.subscribe(() => {
      const own = page.client
        .getState()
        .timeline.flatMap((entry) => (entry.type === 'own' && entry.seq !== null ? [entry.seq] : []));
      if (own.join() === last) return;
      last = own.join();
      this.#shown.push(own);
    });
    page.client.on('message', ({ id }) => this.#messageEvents.push(id));
  }

  problems(log: readonly LogEvent[]): readonly string[] {
    const messages = log
      .filter(({ body, by }) => body.kind === 'message' && by.kind === 'visitor')
      .map(({ seq }) => seq);
    const gaps = this.#shown.flatMap((own) => {
      const expected = messages.filter((seq) => seq >= (own[0] ?? 0) && seq <= (own.at(-1) ?? 0));
      return own.join() === expected.join() ? [] : [`a page showed ${own} where the log has ${expected}`];
    });
    const twice = this.#messageEvents.filter((id, i) => this.#messageEvents.indexOf(id) !== i);
    return [...gaps, ...twice.map((id) => `a page got two message events for ${id}`)];
  }
}

/** A tenth of a second each: on a busy machine a killed server takes several until it serves again, and may die once more. */
const MOST_ATTEMPTS = 300;

/** The whole log of a browser's visitor, read without a proxy. Starts again when the server dies meanwhile. */
export async function logOf(browser: NodeBrowser, serverPort: number): Promise<readonly LogEvent[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await readLog(tokenOf(browser), serverPort);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function readLog(session: string, serverPort: number): Promise<readonly LogEvent[]> {
  const reader = await WireClient.open(serverPort);
  const cut = reader.end().then((code) => {
    throw new Error(`The server closed with ${code} while its log was read.`);
  });
  cut.catch(() => undefined);
  const log: LogEvent[] = [];
  reader.hello({ session });
  await Promise.race([cut, reader.next('live')]);
  for (let more = true; more; ) {
    const id = `whole-log-${log.length}`;
    reader.send({ t: 'sync', id, conversation: reader.conversation, after: log.length });
    const page = await Promise.race([cut, reader.next('page', (frame) => frame.id === id)]);
    log.push(...page.events);
    more = page.more;
  }
  await reader.close();
  return log;
}

export function tokenOf(browser: NodeBrowser): string {
  const token = [...browser.storage.values()].find((value) => value.startsWith('cws_'));
  if (!token) throw new Error('The browser has no session.');
  return token;
}

/** Whether a page has nothing left to do, as far as it knows. */
export function isSettled(page: NodePage, messages: number): boolean {
  const { connection, loaded, outbox, turn, timeline } = page.client.getState();
  const own = timeline.filter((entry) => entry.type === 'own' && entry.seq !== null).length;
  return connection === 'connected' && loaded && outbox === 0 && turn === 'ready' && own >= messages;
}

/** Everything that is wrong with the log and the pages after a run; empty when nothing is. */
export function problemsAtTheEnd(
  log: readonly LogEvent[],
  sent: readonly string[],
  pages: readonly NodePage[],
): readonly string[] {
  const problems: string[] = [];
  log.forEach(({ seq }, i) => {
    if (seq !== i + 1) problems.push(`number ${seq} is at place ${i + 1} of the log`);
  });
  const texts = log.flatMap(({ body, by }) => (body.kind === 'message' && by.kind === 'visitor' ? [body.text] : []));
  for (const text of sent) {
    const times = texts.filter((each) => each === text).length;
    if (times !== 1) problems.push(`"${text}" is in the log ${times} times`);
  }
  if (texts.length !== sent.length) problems.push(`${texts.length} messages in the log, ${sent.length} were written`);
  const ends = log.flatMap(({ body }) => ('run' in body && body.kind !== 'answer.started' ? [body.run] : []));
  if (new Set(ends).size !== ends.length) problems.push('an answer ended twice');
  if (ends.length !== texts.length) problems.push(`${texts.length} questions have ${ends.length} answers`);
  const expected = shownOf(log);
  for (const page of pages) {
    const { timeline, outbox, unread } = page.client.getState();
    if (outbox !== 0) problems.push(`a page ends with ${outbox} unsent`);
    if (unread < 0) problems.push('a page counts a negative number of unread messages');
    const shown = timeline.flatMap((entry) =>
      entry.type === 'tool' ? [] : [`${entry.key} ${entry.type === 'notice' ? entry.notice : entry.text}`],
    );
    // A page that was loaded late shows only the end of a long log; from there on it must have everything.
    const tail = expected.slice(expected.length - shown.length);
    const enough = shown.length === expected.length || shown.length >= 15;
    if (!enough || shown.join('\n') !== tail.join('\n'))
      problems.push(`a page shows ${JSON.stringify(shown)}, the log has ${JSON.stringify(tail)}`);
  }
  return problems;
}

/** The log as a screen shows it: each entry where it began, with the text it ended with. */
function shownOf(log: readonly LogEvent[]): readonly string[] {
  const entries = new Map<string, string>();
  for (const { body, clientId } of log) {
    if (body.kind === 'message') entries.set(clientId, body.text);
    else if (body.kind === 'answer.started') entries.set(body.message, '');
    else if (body.kind === 'answer.completed' || body.kind === 'answer.interrupted')
      entries.set(body.message, body.text);
  }
  return [...entries].map(([key, text]) => `${key} ${text}`);
}
