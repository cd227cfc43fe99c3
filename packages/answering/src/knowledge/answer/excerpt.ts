/**
 * Makes an answer out of the articles: the best sentences of the best passage, in their own order and
 * words, with a number that leads to the source. Nothing is ever added, so nothing can be wrong that the articles don't say.
 */
import type { Citation } from '@service/protocol';
import type { Piece } from '../reading/article.js';
import { conceptsIn, type Findings } from '../search/knowledge-base.js';
import type { Understanding } from '../search/query.js';
import type { ScoredPassage } from '../search/score-passage.js';

export interface Extract {
  readonly text: string;
  readonly citations: readonly Citation[];
}

const SENTENCES = 3;
const ITEMS = 8;
/** A second source is worth its room only when it speaks of something the first doesn't. */
const SECOND_AT_LEAST = 0.6;

/** Answers each part of a question from what was found for it; none of the findings is empty. */
export function extractAnswer(parts: readonly Findings[]): Extract {
  const texts: string[] = [];
  const citations: Citation[] = [];
  for (const { understanding, found } of parts) {
    const best = found[0] as ScoredPassage;
    for (const source of parts.length === 1 ? withSecond(best, found, understanding) : [best]) {
      const pieces = choose(understanding, source, source === best ? SENTENCES : 1);
      const quote = quoteOf(pieces);
      if (citations.some((citation) => citation.quote === quote)) continue;
      const number = citations.length + 1;
      texts.push(render(pieces, number));
      citations.push(cite(source, number, quote));
    }
  }
  return { text: texts.join('\n\n'), citations };
}

function withSecond(
  best: ScoredPassage,
  found: readonly ScoredPassage[],
  understanding: Understanding,
): readonly ScoredPassage[] {
  // Its listed question says that it is the answer, also to the words that don't stand in it.
  if (best.listed) return [best];
  const speaksOf = ({ title, heading, pieces }: ScoredPassage) =>
    conceptsIn([title, heading, ...pieces.map((piece) => piece.text)].join(' '), understanding);
  const covered = speaksOf(best);
  const second = found.find(
    (other) =>
      other.documentId !== best.documentId &&
      other.coverage >= SECOND_AT_LEAST &&
      speaksOf(other).some((concept) => !covered.includes(concept)),
  );
  return second ? [best, second] : [best];
}

function quoteOf(pieces: readonly Piece[]): string {
  return pieces.map((piece, i) => `${i > 0 ? (piece.kind === 'item' ? '\n' : ' ') : ''}${piece.text}`).join('');
}

/** The nearest articles, one line each, for when there is no answer. */
export function nearest(found: readonly ScoredPassage[], most: number): readonly Citation[] {
  const citations: Citation[] = [];
  for (const source of found) {
    if (citations.length === most) break;
    if (citations.some((citation) => citation.documentId === source.documentId)) continue;
    citations.push(cite(source, citations.length + 1, source.pieces[0]?.text ?? ''));
  }
  return citations;
}

function cite({ documentId, title, url }: ScoredPassage, number: number, quote: string): Citation {
  return { number, documentId, title, ...(url && { url }), quote };
}

/** The best piece and what belongs to it: the sentences that follow in its paragraph, or the whole of its list. */
function choose(
  understanding: Understanding,
  { title, heading, pieces }: ScoredPassage,
  sentences: number,
): readonly Piece[] {
  /** The passage is about exactly this: what it begins with, and its first list or table, is the answer. */
  const isSubject = conceptsIn(`${title} ${heading}`, understanding).length === understanding.concepts.length;
  const scored = pieces.map((piece) => conceptsIn(piece.text, understanding).length);
  const top = Math.max(...scored);
  // An article answers its main question in its first sentence; unless another is clearly better, begin there.
  const opens = isSubject || ((scored[0] as number) >= top - 1 && (scored[0] as number) > 0);
  const start = opens ? 0 : scored.indexOf(top);
  const first = pieces[start] as Piece;
  if (first.kind === 'item') {
    const block = pieces.filter((piece) => piece.block === first.block);
    const lead = pieces[pieces.indexOf(block[0] as Piece) - 1];
    const chosen =
      block.length <= ITEMS
        ? block
        : block.filter((piece) => (scored[pieces.indexOf(piece)] as number) === top).slice(0, ITEMS);
    return lead?.kind === 'sentence' && lead.text.endsWith(':') ? [lead, ...chosen] : chosen;
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
  // Not breakable, so that a number is never alone on a line.
  return `${text}\u00a0[${number}]`;
}
