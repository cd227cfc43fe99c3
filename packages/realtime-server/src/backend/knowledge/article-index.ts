/**
 * The articles of one inbox, searchable. The search proposes passages; the gate and the extract judge them. Everything
 * is in memory: an inbox has hundreds of articles, not millions.
 */
import MiniSearch from 'minisearch';
import type { Article, Passage } from './article.js';
import { coverage } from './gate.js';
import { COMMON_SYNONYMS, isTypo, synonymsOf, term, terms, words } from './terms.js';

export interface Found {
  readonly article: Article;
  readonly passage: Passage;
  readonly coverage: number;
  readonly score: number;
}

export interface ArticleIndex {
  readonly articles: readonly Article[];
  /** The question's terms as this index understands them: synonyms unified, typing errors mended. */
  understand(question: string): readonly string[];
  /** Passages by how much of the question they cover, then by how well they match. */
  find(questionTerms: readonly string[]): readonly Found[];
  /** The terms of a text, in the same form as `understand` gives them. */
  termsOf(text: string): ReadonlySet<string>;
}

const CANDIDATES = 24;

export function indexArticles(articles: readonly Article[], ownSynonyms: readonly (readonly string[])[]): ArticleIndex {
  const synonyms = synonymsOf([...ownSynonyms, ...COMMON_SYNONYMS]);
  const normal = (text: string): readonly string[] => terms(synonyms.unify(text)).map((each) => synonyms.meaning(each));
  const entries = articles.flatMap((article) => article.passages.map((passage) => ({ article, passage })));
  const prepared = entries.map(({ article, passage }, id) => {
    const body = passage.pieces.map((piece) => piece.text).join(' ');
    return {
      id,
      title: normal(article.title).join(' '),
      heading: normal(passage.heading).join(' '),
      body: normal(body).join(' '),
    };
  });
  const passageTerms = prepared.map(({ title, heading, body }) => new Set(`${title} ${heading} ${body}`.split(' ')));
  const vocabulary = new Map<string, number>();
  for (const set of passageTerms) for (const each of set) vocabulary.set(each, (vocabulary.get(each) ?? 0) + 1);

  const search = new MiniSearch<(typeof prepared)[number]>({
    fields: ['title', 'heading', 'body'],
    tokenize: (text) => text.split(' '),
    processTerm: (each) => each || null,
    searchOptions: { boost: { title: 3, heading: 2 } },
  });
  search.addAll(prepared);

  /** Rare words say more about what is meant; a word that no article knows says most, because nothing can cover it. */
  const weight = (of: string): number => {
    const inPassages = vocabulary.get(of) ?? 0;
    return inPassages === 0
      ? 1.5
      : 0.5 + Math.min(1, Math.log(1 + entries.length / inPassages) / Math.log(1 + entries.length));
  };
  const mend = (of: string): string => {
    if (vocabulary.has(of) || of.length < 5) return of;
    for (const known of vocabulary.keys()) if (isTypo(of, known)) return known;
    return of;
  };

  return {
    articles,
    understand: (question) => [...new Set(normal(question).map(mend))],
    termsOf: (text) => new Set(normal(text)),
    find(questionTerms) {
      if (questionTerms.length === 0) return [];
      return search
        .search(questionTerms.join(' '))
        .slice(0, CANDIDATES)
        .map((hit): Found => {
          const { article, passage } = entries[hit.id as number] as (typeof entries)[number];
          const known = passageTerms[hit.id as number] as ReadonlySet<string>;
          return {
            article,
            passage,
            score: hit.score,
            coverage: coverage(questionTerms, (each) => known.has(each), weight),
          };
        })
        .sort((a, b) => b.coverage - a.coverage || b.score - a.score);
    },
  };
}

/** True when a text has any word that means something by itself. */
export function saysAnything(text: string): boolean {
  return words(text).some((word) => term(word) !== null);
}
