/** The inbox's articles as the port that models read through (../knowledge-source.ts). */
import type { KnowledgeSource, Passage } from '../knowledge-source.js';
import type { Library } from './library/library.js';
import type { Found } from './search/judge.js';
import type { KnowledgeBase } from './search/knowledge-base.js';

export function createArticleSource(base: KnowledgeBase, library: Library): KnowledgeSource {
  return {
    async search({ inbox, text, before, limit }) {
      await library.refresh(inbox);
      const { found } = await base.search(inbox, text, before);
      return found.slice(0, limit).map(passageOf);
    },
  };
}

function passageOf({ id, documentId, title, url, heading, pieces, coverage }: Found): Passage {
  return {
    id,
    documentId,
    title,
    url,
    heading: heading === '' ? title : `${title} › ${heading}`,
    text: markdownOf(pieces),
    coverage,
  };
}

/** The passage as it was written: blocks apart, items below each other. */
function markdownOf(pieces: Found['pieces']): string {
  return pieces
    .map((piece, i) => {
      const before = pieces[i - 1];
      const sameBlock = before?.block === piece.block;
      const gap = before === undefined ? '' : sameBlock ? (piece.kind === 'item' ? '\n' : ' ') : '\n\n';
      return gap + (piece.kind === 'item' ? `${piece.marker} ${piece.text}` : piece.text);
    })
    .join('');
}
