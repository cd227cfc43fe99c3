/** The workspace's port to what visitors have asked, over the log of conversations. */
import { questionLine } from '@service/answering';
import type { OpenStore } from '@service/realtime-server';
import type { PastQuestion, PastQuestions } from '@service/workspace';

/** Of the question, and of each message before it. */
const LENGTH = 500;
/** Messages of the visitor before a question that it may speak of. */
const BEFORE = 3;
/** Events in which they are looked for. */
const EVENTS = 20;

export function pastQuestions(store: Pick<OpenStore, 'answeredBy' | 'eventsBefore' | 'heads'>): PastQuestions {
  return {
    async read({ agentId, inboxIds, since }, cursor) {
      if (inboxIds.length === 0) return { questions: [], cursor: null };
      const { answered, before } = await store.answeredBy(
        agentId,
        inboxIds,
        since,
        cursor === null ? null : Number(cursor),
      );
      const questions: PastQuestion[] = [];
      for (const { conversation, question, text } of answered) {
        const events = await store.eventsBefore(conversation, question, EVENTS);
        const earlier = events.flatMap(({ by, body }) =>
          by.kind === 'visitor' && body.kind === 'message' ? [cleaned(body.text)] : [],
        );
        const asked = cleaned(text);
        if (asked === '') continue;
        questions.push({ conversation, text: asked, before: earlier.filter((each) => each !== '').slice(-BEFORE) });
      }
      return { questions, cursor: before === null ? null : String(before) };
    },
    async erased(conversations) {
      const heads = await store.heads(conversations);
      return conversations.filter((id) => heads.get(id)?.erased ?? true);
    },
  };
}

const cleaned = (text: string): string => questionLine(text, LENGTH).toWellFormed();
