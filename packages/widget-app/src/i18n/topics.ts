/** The topics of each language: the same files as its catalogue, cut in two by the build. */
import type { Locale } from '@service/protocol';
import type { Topics } from './catalogue.js';

type Chunk = Promise<{ readonly topics: Topics }>;

const TOPICS: Readonly<Record<Locale, () => Chunk>> = {
  en: () => import('./en.js?topics') as Chunk,
  de: () => import('./de.js?topics') as Chunk,
  fr: () => import('./fr.js?topics') as Chunk,
  es: () => import('./es.js?topics') as Chunk,
  'pt-BR': () => import('./pt-br.js?topics') as Chunk,
  ar: () => import('./ar.js?topics') as Chunk,
  ja: () => import('./ja.js?topics') as Chunk,
  'zh-Hans': () => import('./zh-hans.js?topics') as Chunk,
};

export const loadTopics = async (language: Locale): Promise<Topics> => (await TOPICS[language]()).topics;
