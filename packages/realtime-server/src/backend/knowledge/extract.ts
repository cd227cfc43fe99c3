/**
 * Makes an answer out of what stands in the articles: the best sentences of the best passage, in their own order and
 * words, with a number that leads to the source. Nothing is ever added, so nothing can be wrong that the articles don't say.
 */
import type { Citation } from '@service/protocol';
import type { Piece } from './article.js';
import type { ArticleIndex, Found } from './article-index.js';

export interface Extract {
  readonly text: string;
  readonly citations: readonly Citation[];
}

const SENTENCES = 3;
const ITEMS = 8;
/** A second source is worth its room only when it speaks of something the first doesn't. */
const SECOND_AT_LEAST = 0.6;

/** `found` is sorted, best first, and not empty. */
export function extractAnswer(index: ArticleIndex, questionTerms: readonly string[], found: readonly Found[]): Extract {
  const best = found[0] as Found;
  const speaksOf = ({ article, passage }: Found): ReadonlySet<string> =>
    index.termsOf([article.title, passage.heading, ...passage.pieces.map((piece) => piece.text)].join(' '));
  const covered = speaksOf(best);
  const open = questionTerms.filter((each) => !covered.has(each));
  const second = found.find((other) => {
    if (other.article === best.article || other.coverage < SECOND_AT_LEAST) return false;
    const known = speaksOf(other);
    return open.some((each) => known.has(each));
  });
  const sources = second ? [best, second] : [best];
  const parts: string[] = [];
  const citations: Citation[] = [];
  for (const source of sources) {
    const pieces = choose(index, questionTerms, source, source === best ? SENTENCES : 1);
    const quote = pieces
      .map((piece, i) => `${i > 0 ? (piece.kind === 'item' ? '\n' : ' ') : ''}${piece.text}`)
      .join('');
    if (citations.some((citation) => citation.quote === quote)) continue;
    const number = citations.length + 1;
    parts.push(render(pieces, number));
    citations.push(cite(source, number, quote));
  }
  return { text: parts.join('\n\n'), citations };
}

/** The nearest articles, one line each, for when there is no answer. */
export function nearest(found: readonly Found[], most: number): readonly Citation[] {
  const citations: Citation[] = [];
  for (const source of found) {
    if (citations.length === most) break;
    if (citations.some((citation) => citation.documentId === source.article.id)) continue;
    citations.push(cite(source, citations.length + 1, source.passage.pieces[0]?.text ?? ''));
  }
  return citations;
}

function cite({ article }: Found, number: number, quote: string): Citation {
  return { number, documentId: article.id, title: article.title, ...(article.url && { url: article.url }), quote };
}

/** The best piece and what belongs to it: the sentences that follow in its paragraph, or the whole of its list. */
function choose(
  index: ArticleIndex,
  questionTerms: readonly string[],
  { article, passage: { heading, pieces } }: Found,
  sentences: number,
): readonly Piece[] {
  const named = index.termsOf(`${article.title} ${heading}`);
  /** The passage is about exactly this: what it begins with, and its first list or table, is the answer. */
  const isSubject = questionTerms.every((each) => named.has(each));
  const scored = pieces.map((piece) => {
    const known = index.termsOf(piece.text);
    return questionTerms.reduce((sum, each) => (known.has(each) ? sum + 1 : sum), 0);
  });
  const top = Math.max(...scored);
  // An article answers its main question in its first sentence; unless another is clearly better, begin there.
  const opens = isSubject || ((scored[0] as number) >= top - 1 && (scored[0] as number) > 0);
  const start = opens ? 0 : scored.indexOf(top);
  const first = pieces[start] as Piece;
  if (first.kind === 'item') {
    const block = pieces.filter((piece) => piece.block === first.block);
    const lead = pieces[pieces.indexOf(block[0] as Piece) - 1];
    const kept =
      block.length <= ITEMS
        ? block
        : block.filter((piece) => (scored[pieces.indexOf(piece)] as number) === top).slice(0, ITEMS);
    return lead?.kind === 'sentence' && lead.text.endsWith(':') ? [lead, ...kept] : kept;
  }
  const chosen = [first];
  for (let i = start + 1; i < pieces.length && chosen.length < sentences; i++) {
    const piece = pieces[i] as Piece;
    if (piece.kind === 'item') {
      // "You need:" without what is needed would be worse than nothing.
      if (isSubject || chosen[chosen.length - 1]?.text.endsWith(':'))
        chosen.push(...pieces.filter((each) => each.block === piece.block).slice(0, ITEMS));
      break;
    }
    if (piece.block !== first.block && (scored[i] as number) === 0) break;
    chosen.push(piece);
  }
  return chosen;
}

function render(pieces: readonly Piece[], number: number): string {
  let text = '';
  let before: Piece | null = null;
  for (const piece of pieces) {
    if (piece.kind === 'item')
      text += `${before ? (before.kind === 'item' ? '\n' : '\n\n') : ''}${piece.marker} ${piece.text}`;
    else text += `${before ? (before.block === piece.block ? ' ' : '\n\n') : ''}${piece.text}`;
    before = piece;
  }
  // Not breakable, so that a number never stands alone on a line.
  return `${text}\u00a0[${number}]`;
}
