/** Decides the whole answer to a question before its first word is streamed: quotes of articles, or the message that there are none. */
import { truncate } from '@service/protocol';
import type { AnswerPiece } from '@service/realtime-server/ports';
import { type Messages, messagesForLanguageOf } from '../../messages/messages.js';
import { asksOwnRecord } from '../own-record.js';
import type { Findings, KnowledgeBase } from '../search/knowledge-base.js';
import { isAccident } from './accidents.js';
import { verdict } from './confidence.js';
import { extractAnswer, nearest, titleLines } from './excerpt.js';
import { askedFact, type InboxFacts, NO_FACTS } from './inbox-facts.js';
import { asks, questionParts } from './question-parts.js';
import { smallTalk } from './small-talk.js';

/** A question with the data needed to answer it. */
export interface AnswerRequest {
  readonly inbox: string;
  readonly text: string;
  /** What the visitor wrote before it, oldest first. */
  readonly before: readonly string[];
  /** The language tag of the visitor's chat; null when it is not known. */
  readonly locale: string | null;
  /** The inbox's name. */
  readonly business: string;
  /** Whether the inbox has people to pass the visitor to. */
  readonly people: boolean;
  /** What the inbox's settings say by themselves. Absent: nothing. */
  readonly facts?: InboxFacts;
}

export type Answer = { readonly text: string } & Omit<Extract<AnswerPiece, { kind: 'done' }>, 'kind'>;

type Base = Pick<KnowledgeBase, 'search' | 'languages'>;

const QUESTION_LENGTH = 1_000;
const TITLES = 3;

/** Rejects when the base can't be asked. */
export async function answerFrom(base: Base, request: AnswerRequest): Promise<Answer> {
  const { before, business, locale, people, text: message } = request;
  const text = truncate(message, QUESTION_LENGTH);
  const words = messagesForLanguageOf(locale, [...before, message]);
  const ask = (part: string, earlier: readonly string[] = []): Promise<Findings> =>
    base.search({ inbox: request.inbox, text: part, before: [...before, ...earlier], locale });
  const chat = smallTalk(text);
  if (chat) {
    return {
      text: words.smallTalk(chat, business, people),
      outcome: 'smalltalk',
      citations: [],
      offerPerson: chat === 'person' && people,
    };
  }
  if (!/[\p{L}\p{N}]/u.test(text))
    return { text: words.unreadable, outcome: 'unknown', citations: [], offerPerson: false };
  const whole = await ask(text);
  const isAnswered = (findings: Findings, part = text): boolean => {
    const [best] = findings.found;
    return best !== undefined && verdict(best.sureness) === 'answered' && !isAccident(part, findings);
  };
  if (asksOwnRecord(text)) return refusal(whole, words, people);
  const parts = questionParts(text);
  if (parts.length > 1) {
    const findings: Findings[] = [];
    // Each with the earlier ones before it: "and how long does it take?" refers to them.
    for (const [i, part] of parts.entries()) findings.push(await ask(part, parts.slice(0, i)));
    const answered = findings.filter((each, i) => isAnswered(each, parts[i]));
    if (answered.length === parts.length || (answered.length > 0 && !isAnswered(whole))) {
      const open = parts.filter((part, i) => asks(part) && !answered.includes(findings[i] as Findings));
      return answerOf(answered, words, open.length > 0 ? words.rest(open, people) : '', open.length > 0 && people);
    }
  }
  if (isAnswered(whole)) return answerOf([whole], words);
  const fact = await factAnswer(base, request, text, words);
  return fact ?? refusal(whole, words, people);
}

/** The quotes, what is left open, and the nearest other articles. */
function answerOf(parts: readonly Findings[], words: Messages, rest = '', offerPerson = false): Answer {
  const { text, citations } = extractAnswer(parts);
  const others = nearest(parts, citations, TITLES);
  const also = others.length > 0 ? `${words.seeAlso}\n\n${titleLines(others)}` : '';
  return {
    text: [text, rest, also].filter((part) => part !== '').join('\n\n'),
    citations: [...citations, ...others],
    outcome: 'answered',
    offerPerson,
  };
}

/** Says that there is no answer; with the nearest titles where the question is in the field of the articles. */
function refusal(findings: Findings, words: Messages, people: boolean): Answer {
  const [best] = findings.found;
  if (best === undefined || verdict(best.sureness) === 'unknown')
    return { text: words.unknown(people), outcome: 'unknown', citations: [], offerPerson: people };
  const citations = nearest([findings], [], TITLES);
  return {
    text: `${words.near}\n\n${titleLines(citations)}\n\n${words.nearEnd(people)}`,
    outcome: 'near',
    citations,
    offerPerson: people,
  };
}

/** Null where the question asks for no setting, or the inbox hasn't it. */
async function factAnswer(
  base: Base,
  { inbox, facts = NO_FACTS, people }: AnswerRequest,
  question: string,
  words: Messages,
): Promise<Answer | null> {
  const fact = askedFact(question);
  const text =
    fact === 'hours'
      ? words.hours(facts)
      : fact === 'contact'
        ? facts.contact
        : fact === 'languages'
          ? words.languages(await base.languages(inbox))
          : null;
  return text === null ? null : { text, outcome: 'answered', citations: [], offerPerson: fact === 'contact' && people };
}
