/** The inbox's articles as the port that models read through (../knowledge-source.ts). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { InboxDirectory } from '../../inbox/inbox.js';
import type { KnowledgeSource, Passage } from '../knowledge-source.js';
import { readArticle } from './article.js';
import { type ArticleIndex, type Found, indexArticles } from './article-index.js';

export interface ArticleSourceDeps {
  readonly inboxes: InboxDirectory;
}

export function createArticleSource({ inboxes }: ArticleSourceDeps): KnowledgeSource {
  const indexes = new Map<string, { readonly stamp: string; readonly index: ArticleIndex }>();

  const indexOf = (inbox: string): ArticleIndex => {
    const folder = inboxes.knowledgeFolder(inbox);
    const names = articlesIn(folder);
    const synonyms = inboxes.get(inbox)?.synonyms ?? [];
    const stamp = JSON.stringify([names.map((name) => statSync(join(folder, name)).mtimeMs), names, synonyms]);
    const known = indexes.get(inbox);
    if (known?.stamp === stamp) return known.index;
    const index = indexArticles(
      names.map((name) => readArticle(name.replace(/\.md$/, ''), readFileSync(join(folder, name), 'utf8'))),
      synonyms,
    );
    indexes.set(inbox, { stamp, index });
    return index;
  };

  return {
    async search({ inbox, text, before, limit }) {
      const index = indexOf(inbox);
      const own = index.understand(text);
      // "And how long does it take?" speaks of what the visitor asked before; it borrows those words.
      const subject = own.length <= 1 ? index.understand(before.at(-1) ?? '') : [];
      return index
        .find([...new Set([...subject, ...own])])
        .slice(0, limit)
        .map(passageOf);
    },
  };
}

function passageOf({ article, passage, coverage }: Found): Passage {
  const { id, title, url } = article;
  const text = passage.pieces
    .map((piece, at) => {
      const sameBlock = passage.pieces[at - 1]?.block === piece.block;
      const gap = at === 0 ? '' : sameBlock ? (piece.kind === 'item' ? '\n' : ' ') : '\n\n';
      return gap + (piece.kind === 'item' ? `${piece.marker} ${piece.text}` : piece.text);
    })
    .join('');
  return {
    id: `${id}#${article.passages.indexOf(passage)}`,
    documentId: id,
    title,
    url,
    heading: passage.heading,
    text,
    coverage,
  };
}

function articlesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .sort();
  } catch {
    return [];
  }
}
