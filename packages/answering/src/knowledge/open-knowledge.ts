/** Puts the parts of an inbox's knowledge together: the library that reads, and the searcher that answers from what was read. */
import type { InboxDirectory, KnowledgeEditor, KnowledgeStore } from '@service/realtime-server/ports';
import type { KnowledgeSource } from '../knowledge-source.js';
import { createArticleSource } from './article-source.js';
import type { ArticleFiles } from './library/article-files.js';
import { folderFiles } from './library/knowledge-folder.js';
import { type Library, type LibraryLog, openLibrary } from './library/library.js';
import { settleQuestion } from './library/settle-question.js';
import { createEmbedder, type EmbedderSettings } from './meaning/embedder.js';
import { createMeanings, type Meanings } from './meaning/meanings.js';
import { createArticleReader } from './reading/article-reader.js';
import { createSearcher, type Searcher } from './thread/searcher.js';
import { createUnansweredLog, type UnansweredLog } from './unanswered-log.js';

export interface KnowledgeParts {
  readonly inboxes: InboxDirectory;
  readonly store: KnowledgeStore;
  /** The workspace's sources. Default: folders alone. */
  readonly sources?: ArticleFiles;
  readonly log: LibraryLog;
  /** Where vectors come from, or null: articles are found by their words alone. */
  readonly embedding: EmbedderSettings | null;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

export interface Knowledge {
  readonly library: Library;
  readonly searcher: Searcher;
  readonly source: KnowledgeSource;
  readonly unanswered: UnansweredLog;
  readonly editor: KnowledgeEditor;
  /** Null without embeddings. */
  readonly meanings: Meanings | null;
  close(): Promise<void>;
}

export function openKnowledge(parts: KnowledgeParts): Knowledge {
  const { inboxes, store, sources, log, embedding, now = Date.now } = parts;
  const reader = createArticleReader();
  const meanings = embedding && createMeanings({ store, log, embedder: createEmbedder(embedding), now });
  const searcher = createSearcher({ inboxes, store, meanings, log, now });
  const folders = folderFiles((base) => inboxes.knowledgeFolder(base));
  const library = openLibrary({
    bases: () => inboxes.list().map(({ knowledgeBase }) => knowledgeBase),
    files: sources ? [folders, sources] : [folders],
    store,
    reader,
    log,
    now,
    onRead(inbox) {
      void meanings?.prepare(inbox);
      void searcher.prepare(inbox);
    },
  });
  return {
    library,
    searcher,
    meanings,
    source: createArticleSource(searcher, library),
    unanswered: createUnansweredLog(
      store,
      (error) => log.warn({ error: error.message }, 'a question without an answer could not be noted'),
      now,
    ),
    editor: {
      progress: (inbox) => library.progress(inbox),
      settle: (inbox, question, as) => settleQuestion(reader, inboxes.knowledgeFolder(inbox), question, as),
    },
    async close() {
      // The library first: what it has begun to read is dropped with the reader.
      await Promise.all([library.close(), reader.close()]);
      await searcher.close();
    },
  };
}
