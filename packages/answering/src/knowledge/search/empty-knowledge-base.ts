import { languageOf } from '../language/languages.js';
import type { KnowledgeBase } from './knowledge-base.js';

/** The knowledge base of an inbox without articles. */
export const EMPTY_KNOWLEDGE_BASE: Pick<KnowledgeBase, 'search'> = {
  search: async () => ({
    understanding: { language: languageOf('en'), concepts: [], stems: [], vector: null },
    found: [],
  }),
};
