/** What came before the part of the log that a screen begins with, page by page. */
import type { LogEvent, PageFrame } from '@service/protocol';
import type { ConversationLog } from '../log/conversation-log.js';
import type { Feature } from '../state/feature.js';
import type { Run } from '../state/transition.js';

export interface HistoryPart {
  /** Names the page that was asked for and has not come. */
  readonly asked: string | null;
  /** Who waits for all that came before, page by page. */
  readonly wanted: readonly Wanted[];
}

/** How somebody who waits for a whole log hears of it. */
export interface Wanted {
  resolve(log: readonly LogEvent[]): void;
  reject(why: Error): void;
}

export type HistoryInput = { readonly type: 'older' } | { readonly type: 'whole'; readonly wanted: Wanted };

/** What those who waited are given; null: the visitor has left that conversation. */
export interface HistoryEffect {
  readonly wanted: readonly Wanted[];
  readonly log: readonly LogEvent[] | null;
}

/** The least time between two pages of a whole log, in milliseconds: a pace that no server takes for a flood. */
const WHOLE_EVERY_MS = 120;

export const history: Feature<'history'> = {
  part: { asked: null, wanted: [] },
  take(run, input) {
    if (input.type === 'older') return older(run);
    run.setPart('history', { wanted: [...run.part('history').wanted, input.wanted] });
    run.link({ type: 'want' });
    rest(run);
  },
  view: ({ asked }) => ({ loadingOlder: asked !== null }),
  heard(run, frame) {
    if (frame.t === 'page') page(run, frame as PageFrame);
    return true;
  },
  refused(run, { re, retryAfterMs = 1_000 }) {
    if (re !== run.part('history').asked) return false;
    forget(run);
    if (run.part('history').wanted.length > 0) run.wake('history.rest', retryAfterMs);
    return true;
  },
  live: rest,
  due: rest,
  disconnected: forget,
  left(run) {
    give(run, null);
    forget(run);
  },
  act({ wanted, log }) {
    const left = new Error('The conversation was left before all of it was fetched. Open it again.');
    for (const each of wanted)
      if (log) each.resolve(log);
      else each.reject(left);
  },
};

function older(run: Run): void {
  const { log, hasOlder } = run.model;
  if (!log || !hasOlder || run.part('history').asked !== null) return;
  const before = log.events[0]?.seq ?? 0;
  const asked = run.ask('older', (id) => ({ t: 'history', id, conversation: log.conversation, before }));
  run.setPart('history', { asked });
}

function rest(run: Run): void {
  const { log, hasOlder } = run.model;
  if (run.part('history').wanted.length === 0 || !log?.live) return;
  if (hasOlder) older(run);
  else give(run, log.events);
}

function give(run: Run, log: readonly LogEvent[] | null): void {
  const { wanted } = run.part('history');
  if (wanted.length === 0) return;
  run.setPart('history', { wanted: [] });
  run.do({ do: 'act', name: 'history', effect: { wanted, log } });
}

function page(run: Run, frame: PageFrame): void {
  const { log } = run.model;
  if (!log || frame.id !== run.part('history').asked) return;
  forget(run);
  run.set({ log: prependPage(log, frame.epoch, frame.events), hasOlder: frame.more });
  if (run.part('history').wanted.length > 0) run.wake('history.rest', WHOLE_EVERY_MS);
}

function forget(run: Run): void {
  run.setPart('history', { asked: null });
}

/** Puts an older page in front. A page that doesn't join on seamlessly changes nothing. */
export function prependPage(log: ConversationLog, epoch: string, page: readonly LogEvent[]): ConversationLog {
  const first = log.events[0];
  const last = page[page.length - 1];
  if (epoch !== log.epoch || !first || !last || last.seq !== first.seq - 1) return log;
  return { ...log, events: [...page, ...log.events] };
}
