/** One answerer that asks, for each question, the one its inbox has chosen. */
import type { Answerer } from '@service/realtime-server/ports';

export function byInbox(choose: (inbox: string) => Answerer): Answerer {
  return {
    authorName: (inbox) => choose(inbox).authorName(inbox),
    answer: (question, signal) => choose(question.inbox).answer(question, signal),
  };
}
