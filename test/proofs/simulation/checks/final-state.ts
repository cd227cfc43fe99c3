/**
 * The checks at the end of every run, whatever happened in it. The log is what the store committed; everything that was
 * acknowledged, shown or answered is compared with it.
 */
import type { ChatState } from '@service/embed-headless/core';
import { type LogEvent, nextHandler } from '@service/protocol';
import type { Acknowledged, Browser, Page } from '../world/browser.js';
import type { SimulatedStore } from '../world/store.js';

/** A message as it was given to `sendMessage`, and the page it was written on. */
export interface Sent {
  readonly text: string;
  readonly page: number;
  readonly browser: Browser;
  /** The conversation that the page showed then, if it had a name yet. */
  readonly conversation: string | null;
}

/** Every page has at least this many answers: it loads 50 events, three for an answer, more for one with several attempts. */
const SURELY_LOADED = 8;

type Shown = { readonly seq: number; readonly what: string };

/** Describes a gap, a wrong text or a wrong order on a screen; null when it shows a part of the log correctly. */
export function wronglyShown(state: ChatState, log: readonly LogEvent[]): string | null {
  const shown = shownIn(state);
  const [first] = shown;
  const last = shown[shown.length - 1];
  if (!first || !last) return null;
  if (last.seq > log.length) return `shows ${last.seq}, but only ${log.length} is committed`;
  const describe = (list: readonly Shown[]): string => list.map(({ seq, what }) => `${seq} ${what}`).join(', ');
  let expected: string | null = null;
  // Some events show nothing new, and a started answer may be removed again, so the screen may have applied more events than
  // its last entry shows.
  for (let end = last.seq; end <= log.length; end++) {
    const list = asShown(log.slice(first.seq - 1, end));
    if (list[list.length - 1]?.seq !== last.seq) continue;
    const text = describe(list);
    if (text === describe(shown)) return null;
    expected ??= text;
  }
  return `shows ${describe(shown)} instead of ${expected}`;
}

/** Everything that is wrong at the end of a run, long after the last fault. */
export function finalProblems(
  store: SimulatedStore,
  browsers: readonly Browser[],
  sent: readonly Sent[],
  acknowledged: ReadonlyMap<string, Acknowledged>,
  failed: ReadonlySet<string>,
): string[] {
  const wrong: string[] = [...store.fences.wrong()];
  const logs = [...store.logs.values()];
  for (const [conversation, log] of store.logs) {
    const stored = store.reads.eventsAfter(conversation, 0, 100_000);
    if (JSON.stringify(stored) !== JSON.stringify(log)) wrong.push('the store does not hold what it committed');
    wrong.push(...wrongInLog(log));
  }
  const { open, begun } = store.answerJobs();
  if (open > 0) wrong.push(`${open} questions are still without an answer`);
  const ends = logs
    .flat()
    .flatMap(({ body }) => (body.kind === 'answer.completed' || body.kind === 'answer.interrupted' ? [body.run] : []));
  for (const run of begun) {
    const times = ends.filter((each) => each === run).length;
    if (times !== 1) wrong.push(`an answer has ended ${times} times`);
  }
  wrong.push(...wrongWithMessages(store, sent, failed));
  for (const conversation of store.erased) {
    if (store.reads.eventsAfter(conversation, 0, 1).length > 0)
      wrong.push('something is left of an erased conversation');
  }
  for (const [clientId, { seq, conversation }] of acknowledged) {
    if (store.erased.has(conversation)) continue;
    if (store.logs.get(conversation)?.[seq - 1]?.clientId !== clientId)
      wrong.push(`${clientId} was acknowledged as ${seq}, where it is not`);
  }
  for (const browser of browsers) for (const page of browser.pages) wrong.push(...wrongWithPage(page, store));
  for (const { pages } of browsers) {
    const states = pages.map(({ client }) => client.getState());
    const visitors = new Set(states.map(({ conversation }) => store.reads.conversation(conversation ?? '')?.contact));
    if (visitors.size > 1) wrong.push('tabs of one browser are two visitors');
    for (const here of new Set(states.map(({ conversation }) => conversation))) {
      const together = states.filter(({ conversation }) => conversation === here);
      // A page counts in what it has loaded, which is at least the end of the log.
      const counts = new Set(together.map(({ unread }) => Math.min(unread, SURELY_LOADED)));
      if (counts.size > 1) wrong.push(`tabs of one visitor count ${[...counts].join(' and ')} unread`);
    }
  }
  return wrong;
}

function wrongInLog(log: readonly LogEvent[]): string[] {
  const wrong: string[] = [];
  log.forEach((event, i) => {
    if (event.seq !== i + 1) wrong.push(`number ${event.seq} is at place ${i + 1}`);
  });
  const ids = log.map(({ by, clientId }) => `${by.id} ${clientId}`);
  if (new Set(ids).size !== ids.length) wrong.push('an id is in the log twice');
  const attempts = new Map<string, number>();
  for (const { body, clientId } of log) {
    if (!('run' in body) || body.kind === 'tool.called') continue;
    const before = attempts.get(body.run) ?? 0;
    // The server's client id holds the run, the attempt, and whether it is the start or the end.
    const attempt = Number(clientId.split(':')[1]);
    const begins = body.kind === 'answer.started';
    if (begins ? attempt <= before : attempt < before) wrong.push(`attempt ${attempt} writes after ${before}`);
    attempts.set(body.run, begins ? attempt : Number.POSITIVE_INFINITY);
  }
  return wrong;
}

/** The messages that the page shows as failed. */
export function failedOn({ client }: Page): readonly string[] {
  return client
    .getState()
    .timeline.flatMap((entry) => (entry.type === 'own' && entry.delivery.state === 'failed' ? [entry.text] : []));
}

function wrongWithMessages(store: SimulatedStore, sent: readonly Sent[], failed: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  const logs = [...store.logs.values()];
  const names = [...store.logs.keys()];
  const places = new Map<string, { readonly log: number; readonly seq: number }[]>();
  logs.forEach((events, log) => {
    for (const { body, seq } of events) {
      if (body.kind === 'message') places.set(body.text, [...(places.get(body.text) ?? []), { log, seq }]);
    }
  });
  const lastOf = new Map<string, number>();
  for (const { text, page, browser, conversation } of sent) {
    const [place, ...more] = places.get(text) ?? [];
    const name = `"${text.slice(0, 20)}"`;
    if (place && store.erasedTexts.has(text)) wrong.push(`${name} was erased and is there again`);
    if (more.length > 0) wrong.push(`${name} is in the log ${more.length + 1} times`);
    if (!place) {
      const isErased = store.erasedTexts.has(text) || store.erased.has(browser.conversationOfUnsent.get(text) ?? '');
      if (!failed.has(text) && !isErased) wrong.push(`${name} is neither in the log nor shown as failed`);
      continue;
    }
    // Only after a lost session, when the visitor is another one, a message may go to the conversation of the new session.
    const here = names[place.log] as string;
    const isTheirs = store.reads.conversation(here)?.contact === store.reads.conversation(conversation ?? '')?.contact;
    if (isTheirs && here !== conversation) wrong.push(`${name} is not in the conversation it was written in`);
    const key = `${page} in ${place.log}`;
    if (place.seq < (lastOf.get(key) ?? 0)) wrong.push(`${name} was overtaken`);
    lastOf.set(key, place.seq);
  }
  return wrong;
}

function wrongWithPage({ client }: Page, store: SimulatedStore): string[] {
  const state = client.getState();
  const wrong: string[] = [];
  const { conversation, connection, outbox, turn, timeline } = state;
  if (connection !== 'connected') wrong.push(`a page ends ${connection}`);
  if (outbox > 0) wrong.push(`a page ends with ${outbox} unsent`);
  if (conversation === null) return [...wrong, 'a page ends without a conversation'];
  if (store.erased.has(conversation)) return [...wrong, 'a page ends in an erased conversation'];
  const log = store.logs.get(conversation) ?? [];
  const shown = shownIn(state);
  const head = asShown(log).at(-1)?.seq ?? 0;
  if ((shown.at(-1)?.seq ?? 0) !== head) wrong.push(`a page ends at ${shown.at(-1)?.seq ?? 0} of ${head}`);
  const shownWrong = wronglyShown(state, log);
  if (shownWrong) wrong.push(shownWrong);
  if (turn !== 'ready') wrong.push(`a page still waits: ${turn}`);
  if (timeline.some((entry) => entry.type === 'answer' && entry.state === 'streaming'))
    wrong.push('an answer never ends');
  const handler = log.reduce((now, { body }) => nextHandler(now, body), 'agent' as ReturnType<typeof nextHandler>);
  if (state.handledBy !== handler) wrong.push(`a page has the handler ${state.handledBy}, the log has ${handler}`);
  return wrong;
}

function shownIn({ timeline }: ChatState): Shown[] {
  return timeline
    .flatMap((entry): Shown[] => {
      // fences.ts and calls.ts check the calls of functions.
      if (entry.seq === null || entry.type === 'tool') return [];
      const { seq } = entry;
      if (entry.type === 'notice') return [{ seq, what: entry.notice }];
      if (entry.type === 'answer' && entry.state === 'streaming') return [{ seq, what: 'streaming' }];
      return [{ seq, what: `${entry.type} ${entry.text.slice(0, 40)}` }];
    })
    .sort((a, b) => a.seq - b.seq);
}

/** What a screen that has exactly these events must show. */
function asShown(events: readonly LogEvent[]): Shown[] {
  const shown = new Map<string, Shown>();
  let isQueued = false;
  for (const { seq, by, body } of events) {
    switch (body.kind) {
      case 'message':
        shown.set(`${seq}`, { seq, what: `${by.kind === 'visitor' ? 'own' : 'person'} ${body.text.slice(0, 40)}` });
        break;
      case 'answer.started':
        shown.set(body.message, { seq, what: 'streaming' });
        break;
      case 'answer.completed':
        shown.set(body.message, { seq, what: `answer ${body.text.slice(0, 40)}` });
        break;
      case 'answer.interrupted':
        if (body.text === '' && body.reason !== 'failed') shown.delete(body.message);
        else shown.set(body.message, { seq, what: `answer ${body.text.slice(0, 40)}` });
        break;
      case 'feedback':
      case 'tool.called':
      case 'tool.asked':
      case 'tool.decided':
      case 'tool.settled':
        break;
      default: {
        const what = body.kind.replace('conversation.', '').replace('.', '-');
        // Of requests for a person while one waits, the first is shown.
        if (!isQueued || what !== 'handoff-requested') shown.set(`${seq}`, { seq, what });
        isQueued = what === 'handoff-requested';
      }
    }
  }
  return [...shown.values()].sort((a, b) => a.seq - b.seq);
}
