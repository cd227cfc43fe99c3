/**
 * Which language the chat speaks. Wishes are heard in order (the page's, then the browser's); the first one that there is
 * a catalogue for wins, else English, which is always there. The others load one at a time, when they are chosen.
 */
import { type ConsentLocale, chooseLanguage as choose, type LanguageChoice } from '@service/protocol';
import type { Catalogue } from './texts.js';

/** English travels with the panel. */
export const CATALOGUES: Readonly<Record<Exclude<ConsentLocale, 'en'>, () => Promise<Catalogue>>> = {
  de: () => import('./de.js').then(({ de }) => de),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  es: () => import('./es.js').then(({ es }) => es),
  'pt-BR': () => import('./pt-br.js').then(({ ptBr }) => ptBr),
  ar: () => import('./ar.js').then(({ ar }) => ar),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHans }) => zhHans),
};
const LANGUAGES = ['en', ...Object.keys(CATALOGUES)] as readonly ConsentLocale[];

export type Choice = LanguageChoice<ConsentLocale>;

export const chooseLanguage = (wishes: readonly (string | null | undefined)[]): Choice => choose(wishes, LANGUAGES);
