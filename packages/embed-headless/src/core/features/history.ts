/** What came before the part of the log that a screen begins with, page by page. */
import type { LogEvent, PageFrame } from '@service/protocol';
import type { ConversationLog } from '../conversation-log.js';
import type { Run } from '../run.js';
import type { Feature } from './feature.js';

export interface HistoryPart {
  /** Names the page that was asked for and has not come. */
  readonly asked: string | null;
}

export type HistoryInput = { readonly type: 'older' };

export const history: Feature<'history'> = {
  part: { asked: null },
  take: older,
  view: ({ asked }) => ({ loadingOlder: asked !== null }),
  heard(run, frame) {
    if (frame.t === 'page') page(run, frame as PageFrame);
    return true;
  },
  refused(run, { re }) {
    if (re === undefined || re !== run.part('history').asked) return false;
    forget(run);
    return true;
  },
  disconnected: forget,
  left: forget,
};

function older(run: Run): void {
  const { log, hasOlder } = run.model;
  if (!log || !hasOlder || run.part('history').asked !== null) return;
  const before = log.events[0]?.seq ?? 0;
  const asked = run.ask('older', (id) => ({ t: 'history', id, conversation: log.conversation, before }));
  run.setPart('history', { asked });
}

function page(run: Run, frame: PageFrame): void {
  const { log } = run.model;
  if (!log || frame.id !== run.part('history').asked) return;
  forget(run);
  run.set({ log: prependPage(log, frame.epoch, frame.events), hasOlder: frame.more });
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
