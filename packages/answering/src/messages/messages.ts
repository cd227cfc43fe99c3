/**
 * Chooses the server's own messages for a visitor, in the language of their chat, else the one they write in, else English.
 * `people`: whether the inbox has people to pass the visitor to.
 */
import { chooseLanguage, LOCALES, type Locale } from '@service/protocol';
import { earlierQuestions, type Question } from '@service/realtime-server/ports';
import { type InboxFacts, languageNames, weekLines } from '../knowledge/answer/inbox-facts.js';
import type { SmallTalk } from '../knowledge/answer/small-talk.js';
import { guessLanguage } from '../knowledge/language/guess-language.js';
import type { Scope } from '../turn/budget.js';
import { ar } from './ar.js';
import type { MessageCatalogue } from './catalogue.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ja } from './ja.js';
import { ptBr } from './pt-br.js';
import { zhHans } from './zh-hans.js';

/** The same languages as the widget and the consent. */
export const CATALOGUES: Readonly<Record<Locale, MessageCatalogue>> = {
  en,
  de,
  fr,
  es,
  'pt-BR': ptBr,
  ar,
  ja,
  'zh-Hans': zhHans,
};

export type Messages = ReturnType<typeof messagesIn>;

/** For the author of this question; `locale` is null when their chat has not sent one. */
export function messagesFor({ locale, text, history }: Pick<Question, 'locale' | 'text' | 'history'>): Messages {
  return messagesForLanguageOf(locale, [...earlierQuestions({ history }), text]);
}

/** The same; `texts`: what they wrote, oldest first. */
export function messagesForLanguageOf(locale: string | null | undefined, texts: readonly string[]): Messages {
  const wishes = locale ?? guessLanguage(texts.join('\n'), 'en');
  return messagesIn(chooseLanguage([wishes], LOCALES).language);
}

/** All messages of one language. */
export function messagesIn(language: Locale) {
  const words = CATALOGUES[language];
  const join = (...sentences: readonly string[]): string => sentences.filter(Boolean).join(words.space);
  return {
    failed: words.failed,
    down: (people: boolean) => join(words.down, people ? words.toPerson : words.tryLater),
    brokeOff: (people: boolean) => `(${join(words.brokeOff, people ? words.toPerson : words.askAgain)})`,
    empty: (people: boolean) => join(words.empty, people ? words.toPerson : words.otherWords),
    refused: (people: boolean) => join(words.refused, people ? words.toPerson : ''),
    tooLong: words.tooLong,
    tooMany: (people: boolean) => join(words.tooMany, people ? words.toPerson : words.askAgain),
    spent: (scope: Scope, people: boolean) =>
      join(
        scope === 'conversation' || scope === 'contact' ? words.spentHere : words.spentInbox,
        people ? words.toPerson : words.tomorrow,
      ),
    unknown: (people: boolean) => join(words.unknown, people ? words.toPerson : words.otherWords),
    near: words.near,
    nearEnd: (people: boolean) => (people ? words.ifNotPerson : words.ifNotOtherWords),
    rest: (open: readonly string[], people: boolean) =>
      join(
        words.nothingAbout(open.map((part) => words.quote(part.replace(/(?<![.?!])[.?!]+$/, ''))).join(', ')),
        people ? words.toPersonForThat : '',
      ),
    seeAlso: words.seeAlso,
    /** Null: the inbox has no hours. */
    hours({ hours, opening }: InboxFacts): string | null {
      if (opening === null) return hours === null ? null : join(words.hours, hours);
      const lines = weekLines(opening, language, words.closed).join('\n');
      return `${words.hours}\n\n${lines}\n\n${words.inTimeZone(opening.timeZone)}`;
    },
    /** `codes`: those of the articles; null without any. */
    languages: (codes: readonly string[]): string | null =>
      codes.length === 0 ? null : words.languages(languageNames(codes, language)),
    unreadable: words.unreadable,
    handingOver: words.handingOver,
    smallTalk(kind: SmallTalk, business: string, people: boolean): string {
      switch (kind) {
        case 'greeting':
          return words.greeting(business);
        case 'thanks':
          return words.thanks;
        case 'goodbye':
          return words.goodbye;
        case 'identity':
          return join(words.identity(business), people ? words.whenStuckPerson : '');
        case 'person':
          return people ? words.person : words.noPerson;
      }
    },
  };
}
