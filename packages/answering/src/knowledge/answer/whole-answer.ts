/** Decides the whole answer to a question before its first word is streamed: quotes of articles, or the message that there are none. */
import { truncate } from '@service/protocol';
import type { AnswerPiece } from '@service/realtime-server/ports';
import { type Messages, messagesForLanguageOf } from '../../messages/messages.js';
import { asksOwnRecord } from '../own-record.js';
import type { Findings, KnowledgeBase } from '../search/knowledge-base.js';
import { NEAR, verdict } from './confidence.js';
import { extractAnswer, nearest } from './excerpt.js';
import { asks, lastClause, questionParts } from './question-parts.js';
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
}

export type Answer = { readonly text: string } & Omit<Extract<AnswerPiece, { kind: 'done' }>, 'kind'>;

type Base = Pick<KnowledgeBase, 'search'>;

const QUESTION_LENGTH = 1_000;
/** The answer to a last clause must come from an article of as many best passages for the whole message. */
const LIKELY = 5;

/** Rejects when the base can't be asked. */
export async function answerFrom(
  base: Base,
  { inbox, text: message, before, locale, business, people }: AnswerRequest,
): Promise<Answer> {
  const text = truncate(message, QUESTION_LENGTH);
  const words = messagesForLanguageOf(locale, [...before, message]);
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
  if (asksOwnRecord(text)) return nearAnswer(await base.search(inbox, text, before), words, people);
  const whole = await search(base, inbox, text, before);
  const parts = questionParts(text);
  if (parts.length > 1) {
    const findings = await searchParts(base, inbox, parts, before);
    const answered = findings.filter(isAnswered);
    if (answered.length === parts.length || (answered.length > 0 && !isAnswered(whole))) {
      const open = parts.filter((part, i) => asks(part) && !isAnswered(findings[i] as Findings));
      const extract = extractAnswer(answered);
      const rest = open.length > 0 ? `\n\n${words.rest(open, people)}` : '';
      return { ...extract, text: extract.text + rest, outcome: 'answered', offerPerson: open.length > 0 && people };
    }
  }
  if (isAnswered(whole)) return { ...extractAnswer([whole]), outcome: 'answered', offerPerson: false };
  return nearAnswer(whole, words, people);
}

/** The nearest passages, with the remark that they may not answer the question. */
function nearAnswer({ found }: Findings, words: Messages, people: boolean): Answer {
  const near = found.filter((each) => each.coverage >= NEAR);
  if (near.length === 0) return { text: words.unknown(people), outcome: 'unknown', citations: [], offerPerson: people };
  const citations = nearest(near, 3);
  const lines = citations.map(({ title, quote, number }) => `- **${title}**: ${quote} [${number}]`);
  return {
    text: `${words.near}\n\n${lines.join('\n')}\n\n${words.nearEnd(people)}`,
    outcome: 'near',
    citations,
    offerPerson: people,
  };
}

/**
 * A question at the end of a story is also searched without the story, which has many unknown words. Its result counts only when the
 * whole message found the same articles.
 */
async function search(base: Base, inbox: string, text: string, before: readonly string[]): Promise<Findings> {
  const whole = await base.search(inbox, text, before);
  const clause = lastClause(text);
  if (isAnswered(whole) || clause === null) return whole;
  const asked = await base.search(inbox, clause, before);
  const likely = new Set(whole.found.slice(0, LIKELY).map(({ documentId }) => documentId));
  return isAnswered(asked) && likely.has(asked.found[0]?.documentId as string) ? asked : whole;
}

function isAnswered({ found: [best] }: Findings): boolean {
  return best !== undefined && verdict(best.coverage) === 'answered';
}

/** Each part is searched with the earlier ones before it: "and how long does it take?" refers to them. */
async function searchParts(
  base: Base,
  inbox: string,
  parts: readonly string[],
  before: readonly string[],
): Promise<readonly Findings[]> {
  const findings: Findings[] = [];
  for (const [i, part] of parts.entries())
    findings.push(await base.search(inbox, part, [...before, ...parts.slice(0, i)]));
  return findings;
}
