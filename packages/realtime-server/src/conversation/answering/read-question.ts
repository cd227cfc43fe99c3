/** What an answerer is asked: the visitor's message, with what came before it and what is known of who wrote it. */
import { readFormAnswer } from '@service/protocol';
import type { AnswerJob, Store } from '../../store/store.js';
import { readVisitorFacts } from '../sessions/visitor-context.js';
import type { Question } from './answerer.js';

const HISTORY = 40;

/** `started`: the number of the event that started the answer. */
export async function readQuestion(
  store: Store,
  { conversation, question, inbox }: AnswerJob,
  contact: string,
  started: number,
): Promise<Omit<Question, 'job' | 'address' | 'locale'>> {
  const before = await store.eventsBefore(conversation, started, HISTORY);
  const [asked] = await store.eventsAfter(conversation, question - 1, 1);
  const { text, attachments: files = [], parts = '' } = asked?.body.kind === 'message' ? asked.body : { text: '' };
  const filled = readFormAnswer(parts);
  return {
    ...{ inbox, conversation, contact, text, files },
    visitor: await readVisitorFacts(store, contact),
    ...(filled && { filled }),
    // What the visitor wrote after the question has a job of its own; answers since then belong to the history of both.
    history: before.filter(({ seq, by }) => seq < question || (seq > question && by.kind !== 'visitor')),
    eventsBefore: (seq, limit) => store.eventsBefore(conversation, seq, limit),
  };
}
