import type { KnowledgeBase } from './knowledge-base.js';

/** The knowledge base of an inbox without articles. */
export const EMPTY_KNOWLEDGE_BASE: Pick<KnowledgeBase, 'search' | 'languages'> = {
  languages: async () => [],
  search: async () => ({ language: 'en', concepts: [], found: [], isLeftToPeople: false }),
};
