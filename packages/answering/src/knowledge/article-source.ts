/** The inbox's articles as the port that models read through (../knowledge-source.ts). */
import type { KnowledgeQuery, KnowledgeSource, Passage } from '../knowledge-source.js';
import type { Library } from './library/library.js';
import type { KnowledgeBase, ScoredPassage } from './search/knowledge-base.js';
import type { Searcher } from './thread/searcher.js';

export function createArticleSource(
  searcher: Pick<Searcher, 'passages'>,
  library: Pick<Library, 'refresh'>,
): KnowledgeSource {
  return {
    async search(query) {
      await library.refresh(query.inbox);
      return searcher.passages(query);
    },
  };
}

/** What the base finds, as the port gives it. Rejects when the base can't be asked. */
export async function passagesFrom(
  base: Pick<KnowledgeBase, 'search'>,
  { inbox, text, before, limit }: KnowledgeQuery,
): Promise<readonly Passage[]> {
  const { found } = await base.search({ inbox, text, before });
  return found.slice(0, limit).map(passageOf);
}

function passageOf({ id, documentId, title, url, heading, pieces, sureness }: ScoredPassage): Passage {
  return {
    id,
    documentId,
    title,
    url,
    heading: heading === '' ? title : `${title} › ${heading}`,
    text: markdownOf(pieces),
    coverage: sureness,
  };
}

/** The passage as it was written: blocks apart, items below each other. */
function markdownOf(pieces: ScoredPassage['pieces']): string {
  return pieces
    .map((piece, i) => {
      const before = pieces[i - 1];
      const sameBlock = before?.block === piece.block;
      const gap = before === undefined ? '' : sameBlock ? (piece.kind === 'item' ? '\n' : ' ') : '\n\n';
      return gap + (piece.kind === 'item' ? `${piece.marker} ${piece.text}` : piece.text);
    })
    .join('');
}
