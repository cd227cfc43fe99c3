/** Makes the texts of the components from a language's catalogue: the rules for counts are the same for all languages. */
import type { Locale, PublicInbox } from '@service/protocol';
import type { Catalogue, ConversationWords, Counted, Forms, Words } from './catalogue.js';
import { CATALOGUES, type Choice } from './load-catalogue.js';

type Count = (count: number) => string;

/** The texts of the components. Those of a conversation are added before it is drawn: `addTopics`. */
export interface Texts extends Words, ConversationWords, Readonly<Record<Counted, Count>> {
  /** For dates and numbers: the language of the words, in the visitor's own country when that is known. */
  readonly locale: string;
  readonly jumpToNew: Count;
  /** Why a message was not sent. `english` is the protocol's message for the code. */
  readonly failed: (code: string, english: string) => string;
  /** The same for a file instead of a message. */
  readonly advice: (code: string, english: string) => string;
}

/** Puts a number into the form that the language has for it: Arabic has six, Japanese one. */
export function createCounter({ language, locale }: Choice): (forms: Forms) => Count {
  return (forms) => (count) =>
    (forms[new Intl.PluralRules(language).select(count)] ?? forms.other).replace(
      '#',
      new Intl.NumberFormat(locale).format(count),
    );
}

export function textsOf(catalogue: Catalogue, locale: string): Texts {
  const counted = createCounter({ language: catalogue.language, locale });
  return {
    ...catalogue,
    locale,
    unread: counted(catalogue.unread),
    charactersLeft: counted(catalogue.charactersLeft),
    tooLong: counted(catalogue.tooLong),
  } as Texts;
}

/**
 * With the business's own wording. English when the catalogue can't be loaded: another language is better than none.
 * @throws when neither can be.
 */
export async function loadTexts({ language, locale }: Choice, inbox: WithTexts = {}): Promise<Texts> {
  try {
    return { ...textsOf(await CATALOGUES[language](), locale), ...ownTexts(inbox, language) };
  } catch {
    return { ...textsOf(await CATALOGUES.en(), 'en'), ...ownTexts(inbox, 'en') };
  }
}

export type WithTexts = Pick<PublicInbox, 'texts'>;

/** The business's own wording in a language. */
export const ownTexts = ({ texts }: WithTexts, language: Locale): Partial<Texts> => texts?.[language] ?? {};
