/** Makes the texts of the components from a language's catalogue: the rules for counts and failures, for all languages. */
import type { Advised, Catalogue, Counted, Forms, Topics, Words } from './catalogue.js';
import { CATALOGUES, type Choice } from './languages.js';

/** The texts of the components. The topics are added before a conversation is drawn: `addTopics`. */
export interface Texts extends Words, Topics, Readonly<Record<Counted, (count: number) => string>> {
  /** For dates and numbers: the language of the words, in the visitor's own country when that is known. */
  readonly locale: string;
  /** Why a message was not sent. `english` is the protocol's message for the code. */
  readonly failed: (code: string, english: string) => string;
  /** The same for a file instead of a message. */
  readonly advice: (code: string, english: string) => string;
}

export function addTopics(texts: Texts, topics: Topics): void {
  Object.assign(texts, topics);
}

export function textsOf(catalogue: Catalogue, locale: string): Texts {
  const { language, failed } = catalogue;
  // Which form a number takes is the language's rule: Arabic has six, Japanese one.
  const rules = new Intl.PluralRules(language);
  const counted =
    (forms: Forms) =>
    (count: number): string =>
      (forms[rules.select(count)] ?? forms.other).replace('#', new Intl.NumberFormat(locale).format(count));
  // The server may send a code that this widget doesn't know.
  const adviceOn = (code: string, english: string): string | undefined =>
    language === 'en' ? english : Object.hasOwn(failed, code) ? failed[code as Advised] : undefined;
  return {
    ...catalogue,
    locale,
    jumpToNew: counted(catalogue.jumpToNew),
    unread: counted(catalogue.unread),
    charactersLeft: counted(catalogue.charactersLeft),
    tooLong: counted(catalogue.tooLong),
    failed: (code, english) => [failed.lead, adviceOn(code, english)].filter(Boolean).join(' '),
    advice: (code, english) => adviceOn(code, english) ?? failed.lead,
  } as Texts;
}

/**
 * English when the catalogue can't be loaded: another language is better than none.
 * @throws when neither can be.
 */
export async function loadTexts({ language, locale }: Choice): Promise<Texts> {
  try {
    return textsOf(await CATALOGUES[language](), locale);
  } catch {
    return textsOf(await CATALOGUES.en(), 'en');
  }
}
