/**
 * The answerer that needs no key: it answers from the inbox's own articles, quotes them, and says when it doesn't know.
 * What it writes is the same for the same question, so an answer that a crash cut off can simply be begun again.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LogEvent } from '@service/protocol';
import type { InboxDirectory } from '../../inbox/inbox.js';
import type { Answerer, AnswerPiece, Question } from '../answerer.js';
import { readArticle } from './article.js';
import { type ArticleIndex, indexArticles } from './article-index.js';
import { extractAnswer, nearest } from './extract.js';
import { NEAR, verdict } from './gate.js';
import { smallTalk } from './small-talk.js';
import { WORDING } from './wording.js';

export interface KnowledgeDeps {
  readonly inboxes: InboxDirectory;
  /** Between two pieces of an answer, so that it can be read while it grows. Rejects when aborted. */
  readonly pause?: (signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}

type Answer = { readonly text: string } & Omit<Extract<AnswerPiece, { kind: 'done' }>, 'kind'>;

const PAUSE_MS = 24;
const LOOK_EVERY_MS = 1_000;
const QUESTION_LENGTH = 1_000;

export function createKnowledgeAnswerer({
  inboxes,
  pause = async (signal) => void (await delay(PAUSE_MS, undefined, { signal })),
  now = Date.now,
}: KnowledgeDeps): Answerer {
  const indexes = new Map<
    string,
    { readonly stamp: string; readonly lookedAt: number; readonly index: ArticleIndex }
  >();

  const indexOf = (inbox: string): ArticleIndex => {
    const known = indexes.get(inbox);
    if (known && now() - known.lookedAt < LOOK_EVERY_MS) return known.index;
    const folder = inboxes.knowledgeFolder(inbox);
    const files = articleFiles(folder);
    const synonyms = inboxes.get(inbox)?.synonyms ?? [];
    const stamp = JSON.stringify([files, synonyms]);
    const index =
      known?.stamp === stamp
        ? known.index
        : indexArticles(
            files.map(([name]) => readArticle(name.replace(/\.md$/, ''), readFileSync(join(folder, name), 'utf8'))),
            synonyms,
          );
    indexes.set(inbox, { stamp, lookedAt: now(), index });
    return index;
  };

  return {
    authorName: (inbox) => inboxes.get(inbox)?.agentName ?? 'Assistant',
    async *answer(question, signal) {
      const settings = inboxes.get(question.inbox);
      const people = settings?.people !== null && settings !== null;
      const { text, ...done } = answerFrom(indexOf(question.inbox), question, settings?.name ?? '', people);
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

/** The whole answer, decided before its first word is streamed. Pure. */
export function answerFrom(
  index: ArticleIndex,
  question: Pick<Question, 'text' | 'history'>,
  business: string,
  people: boolean,
): Answer {
  const text = question.text.slice(0, QUESTION_LENGTH);
  const chat = smallTalk(text);
  if (chat) {
    return {
      text: WORDING.smallTalk(chat, business, people),
      outcome: 'smalltalk',
      citations: [],
      offerPerson: chat === 'person' && people,
    };
  }
  if (!/[\p{L}\p{N}]/u.test(text))
    return { text: WORDING.unreadable, outcome: 'unknown', citations: [], offerPerson: false };
  const own = index.understand(text);
  const terms = own.length <= 1 ? [...new Set([...subjectBefore(index, question.history), ...own])] : own;
  const found = index.find(terms);
  const best = found[0];
  switch (best ? verdict(best.coverage) : 'unknown') {
    case 'answered':
      return { ...extractAnswer(index, terms, found), outcome: 'answered', offerPerson: false };
    case 'near': {
      const citations = nearest(
        found.filter((each) => each.coverage >= NEAR),
        3,
      );
      const lines = citations.map(({ title, quote, number }) => `- **${title}**: ${quote} [${number}]`);
      return {
        text: `${WORDING.near}\n\n${lines.join('\n')}\n\n${WORDING.nearEnd(people)}`,
        outcome: 'near',
        citations,
        offerPerson: people,
      };
    }
    default:
      return { text: WORDING.unknown(people), outcome: 'unknown', citations: [], offerPerson: people };
  }
}

/** "And how long does it take?" speaks of what the visitor asked before; it borrows those words. */
function subjectBefore(index: ArticleIndex, history: readonly LogEvent[]): readonly string[] {
  const before = history.filter((event) => event.body.kind === 'message' && event.by.kind === 'visitor').at(-1);
  return before?.body.kind === 'message' ? index.understand(before.body.text) : [];
}

function articleFiles(folder: string): readonly (readonly [name: string, stamp: string])[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => {
        const { mtimeMs, size } = statSync(join(folder, name));
        return [name, `${mtimeMs}:${size}`] as const;
      });
  } catch {
    // An inbox without articles knows nothing, and says so.
    return [];
  }
}

function inWordGroups(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [];
}
