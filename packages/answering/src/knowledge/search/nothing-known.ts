/** What is found where there are no articles. */
import { languageOf } from '../language/languages.js';
import type { KnowledgeBase } from './knowledge-base.js';

export const NOTHING_KNOWN: Pick<KnowledgeBase, 'search'> = {
  search: async () => ({
    understanding: { language: languageOf('en'), concepts: [], stems: [], gist: null },
    found: [],
  }),
};
