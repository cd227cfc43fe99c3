/**
 * The answerer that needs no key: it answers from the inbox's own articles, quotes them, and says when it doesn't know.
 * What it writes is the same for the same question, so an answer that a crash cut off can simply be begun again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { agentNameIn, type InboxDirectory } from '../../inbox/inbox.js';
import { type Answerer, type AnswerPiece, type Question, saidBefore } from '../answerer.js';
import { type Wording, wordingFor } from '../wording/wording.js';
import { extractAnswer, nearest } from './extract.js';
import { NEAR, verdict } from './gate.js';
import type { Library } from './library/library.js';
import { asksOwnRecord } from './own-record.js';
import { asks, lastClause, questionParts } from './question-parts.js';
import type { Findings, KnowledgeBase } from './search/knowledge-base.js';
import { smallTalk } from './small-talk.js';
import type { UnansweredLog } from './unanswered-log.js';

export interface KnowledgeDeps {
  readonly inboxes: InboxDirectory;
  readonly library: Pick<Library, 'refresh'>;
  readonly base: KnowledgeBase;
  readonly unanswered: UnansweredLog;
  /** Between two pieces of an answer, so that it can be read while it grows. Rejects when aborted. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
}

export type Answer = { readonly text: string } & Omit<Extract<AnswerPiece, { kind: 'done' }>, 'kind'>;

const PAUSE_MS = 24;
const QUESTION_LENGTH = 1_000;
/** Passages that a whole message leads to, among which the answer to its last clause has to be. */
const LIKELY = 5;

export function createKnowledgeAnswerer({
  inboxes,
  library,
  base,
  unanswered,
  pause = async (signal) => void (await delay(PAUSE_MS, undefined, { signal })),
}: KnowledgeDeps): Answerer {
  return {
    authorName: (inbox) => agentNameIn(inboxes, inbox),
    async *answer(question, signal) {
      const settings = inboxes.get(question.inbox);
      await library.refresh(question.inbox);
      const answer = await answerFrom(base, question, settings?.name ?? '', settings?.people != null);
      if (signal.aborted) return;
      if (answer.outcome === 'unknown' || answer.outcome === 'near') {
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

/** The whole answer, decided before its first word is streamed. */
export async function answerFrom(
  base: KnowledgeBase,
  question: Pick<Question, 'inbox' | 'text' | 'history' | 'locale'>,
  business: string,
  people: boolean,
): Promise<Answer> {
  const text = question.text.slice(0, QUESTION_LENGTH);
  const words = wordingFor(question);
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
  const before = saidBefore(question);
  if (asksOwnRecord(text)) return nearAnswer(await base.search(question.inbox, text, before), words, people);
  const whole = await search(base, question.inbox, text, before);
  const parts = questionParts(text);
  if (parts.length > 1) {
    const looked = await lookForParts(base, question.inbox, parts, before);
    const answered = looked.filter(isAnswered);
    if (answered.length === parts.length || (answered.length > 0 && !isAnswered(whole))) {
      const open = parts.filter((part, i) => asks(part) && !isAnswered(looked[i] as Findings));
      const extract = extractAnswer(answered);
      const rest = open.length > 0 ? `\n\n${words.rest(open, people)}` : '';
      return { ...extract, text: extract.text + rest, outcome: 'answered', offerPerson: open.length > 0 && people };
    }
  }
  if (isAnswered(whole)) return { ...extractAnswer([whole]), outcome: 'answered', offerPerson: false };
  return nearAnswer(whole, words, people);
}

/** What stands near, and that it is not an answer. */
function nearAnswer({ found }: Findings, words: Wording, people: boolean): Answer {
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
 * A question that ends a story is also looked for without the story, which speaks of much that no article does. It counts
 * only when the story led to the same articles.
 */
async function search(base: KnowledgeBase, inbox: string, text: string, before: readonly string[]): Promise<Findings> {
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

/** Each part knows of the ones before it: "and how long does it take?" speaks of what was named there. */
async function lookForParts(
  base: KnowledgeBase,
  inbox: string,
  parts: readonly string[],
  before: readonly string[],
): Promise<readonly Findings[]> {
  const looked: Findings[] = [];
  for (const [i, part] of parts.entries())
    looked.push(await base.search(inbox, part, [...before, ...parts.slice(0, i)]));
  return looked;
}

function inWordGroups(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [];
}
