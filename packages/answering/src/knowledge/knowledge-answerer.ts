/**
 * The answerer that needs no key: it answers from the inbox's own articles, quotes them, and says when it doesn't know.
 * What it writes is the same for the same question, so an answer that a crash cut off can simply be begun again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answerer,
  agentNameIn,
  earlierQuestions,
  type InboxDirectory,
  type InboxSettings,
} from '@service/realtime-server/ports';
import { type InboxFacts, NO_FACTS } from './answer/inbox-facts.js';
import type { Library } from './library/library.js';
import type { Searcher } from './thread/searcher.js';
import type { UnansweredLog } from './unanswered-log.js';

export interface KnowledgeDeps {
  readonly inboxes: Pick<InboxDirectory, 'get'>;
  readonly library: Pick<Library, 'refresh'>;
  readonly searcher: Pick<Searcher, 'answer'>;
  readonly unanswered: UnansweredLog;
  /** Between two pieces of an answer, so that it can be read while it grows. Rejects when aborted. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

const PAUSE_MS = 24;

export function createKnowledgeAnswerer({
  inboxes,
  library,
  searcher,
  unanswered,
  pause = async (signal) => void (await delay(PAUSE_MS, undefined, { signal })),
}: KnowledgeDeps): Answerer {
  return {
    authorName: (inbox) => agentNameIn(inboxes, inbox),
    async *answer(question, signal) {
      const settings = inboxes.get(question.inbox);
      const base = settings?.knowledgeBase ?? question.inbox;
      await library.refresh(base);
      const answer = await searcher.answer({
        inbox: base,
        text: question.text,
        before: earlierQuestions(question),
        locale: question.locale ?? null,
        business: settings?.name ?? '',
        people: settings?.people != null,
        facts: settings ? factsOf(settings) : NO_FACTS,
      });
      if (signal.aborted) return;
      // What is filled into a form is no question.
      if (!question.filled && (answer.outcome === 'unknown' || answer.outcome === 'near')) {
        await unanswered.note(question.inbox, question.conversation, question.text);
      }
      const { text, ...done } = answer;
      for (const piece of inWordGroups(text)) {
        if (signal.aborted) return;
        yield { kind: 'text', text: piece };
        try {
          await pause(signal);
        } catch {
          return;
        }
      }
      yield { kind: 'done', ...done };
    },
  };
}

/** What the settings of an inbox answer by themselves. */
export function factsOf({ people, otherContact }: Pick<InboxSettings, 'people' | 'otherContact'>): InboxFacts {
  return { hours: people?.hours ?? null, opening: people?.opening ?? null, contact: otherContact };
}

function inWordGroups(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [];
}
