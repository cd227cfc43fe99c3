/**
 * Which language the chat speaks. Wishes are heard in order (the page's, then the browser's); the first one that there is
 * a catalogue for wins, else English. Nobody loads a language that they don't read.
 */
import { type ConsentLocale, chooseLanguage as choose, type LanguageChoice } from '@service/protocol';
import type { Catalogue } from './texts.js';

export const CATALOGUES: Readonly<Record<ConsentLocale, () => Promise<Catalogue>>> = {
  en: () => import('./en.js').then(({ en }) => en),
  de: () => import('./de.js').then(({ de }) => de),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  es: () => import('./es.js').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.js').then(({ ptBr }) => ptBr),
  ar: () => import('./ar.js').then(({ ar }) => ar),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHans }) => zhHans),
};
const LANGUAGES = Object.keys(CATALOGUES) as readonly ConsentLocale[];

export type Choice = LanguageChoice<ConsentLocale>;

export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): Choice => choose(wishes, LANGUAGES);
