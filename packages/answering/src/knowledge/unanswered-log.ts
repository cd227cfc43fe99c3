/**
 * Stores the questions that got no answer, so that the operator knows which article is missing. Each is stored
 * without the addresses and numbers that people put into questions; it goes with its conversation.
 */
import { createHash } from 'node:crypto';
import { truncate } from '@service/protocol';
import type { KnowledgeStore } from '@service/realtime-server/ports';
import { words } from '@service/realtime-server/text';

export interface UnansweredLog {
  /** Never rejects: an answer is worth more than its note. */
  note(inbox: string, conversation: string, question: string): Promise<void>;
}

/** For each inbox. */
const MOST = 5_000;
const LENGTH = 300;

export function createUnansweredLog(
  store: Pick<KnowledgeStore, 'noteUnanswered'>,
  onFailure: (error: Error) => void,
  now: () => number = Date.now,
): UnansweredLog {
  return {
    async note(inbox, conversation, question) {
      const text = questionLine(question, LENGTH);
      const key = questionKey(text);
      if (key === null) return;
      await store.noteUnanswered({ inbox, conversation, key, text, at: now(), most: MOST }).catch(onFailure);
    },
  };
}

/** The same for questions of the same words in the same order; null when there are none. */
export function questionKey(text: string): string | null {
  const normalized = words(text).join(' ');
  return normalized === '' ? null : createHash('sha256').update(normalized).digest('hex').slice(0, 24);
}

/** No longer than addresses can be, or a long text without one would be gone through again from each of its letters. */
const EMAIL = /[^\s@<>()[\]",;:]{1,64}@[^\s@<>()[\]",;:]{1,255}\.[\p{L}\p{N}-]{2,}/gu;
/** Letters and digits in groups, beginning with a country: a bank account. */
const ACCOUNT = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){3,8}\b/g;
/** Seven digits or more, however they are grouped: phone numbers, cards, orders. */
const NUMBER = /(?:\+|\b|\()(?:\d[\s()./-]{0,3}){6,24}\d\b/g;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;

/** The question on one line, without the addresses and numbers that people put into it. `most`: characters. */
export const questionLine = (question: string, most: number): string =>
  truncate(
    withoutPersonalData(question)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    most,
  );

/** The text with addresses and long numbers replaced by what they were. */
export function withoutPersonalData(text: string): string {
  return text
    .replace(LINK, '[link]')
    .replace(EMAIL, '[email]')
    .replace(ACCOUNT, '[number]')
    .replace(NUMBER, (found) => (/^\+|^\(?0/.test(found) ? '[phone]' : '[number]'));
}
