/** Puts the workspace's sources and the articles together: each has what the other one needs. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ArticleFiles,
  createSourceReader,
  isOfSource,
  type Knowledge,
  MOST_SOURCE_FILES,
  READING_RULES,
  verdict,
} from '@service/answering';
import type { OpenStore } from '@service/realtime-server';
import type { KnowledgeParts, Workspace } from '@service/workspace';

export interface KnowledgeWork {
  readonly parts: KnowledgeParts;
  close(): Promise<void>;
}

const PASSAGES = 10;

export function knowledgeWork(
  { library, source }: Pick<Knowledge, 'library' | 'source'>,
  store: OpenStore['knowledge'],
): KnowledgeWork {
  const reader = createSourceReader({
    now: () => performance.now(),
    pause: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
  });
  return {
    parts: {
      reader,
      async search(base, text) {
        const passages = await source.search({ inbox: base, text, before: [], limit: PASSAGES });
        return passages.map(({ id: _id, ...passage }) => ({ ...passage, verdict: verdict(passage.coverage) }));
      },
      onChanged: (base) => void library.refresh(base),
      folderFiles: async (inboxId) => (await store.files(inboxId)).filter(({ file }) => !isOfSource(file)),
      gaps: (inboxId, limit) => store.unanswered(inboxId, limit),
      dismissGap: (inboxId, key) => store.removeUnanswered(inboxId, key),
    },
    close: () => reader.close(),
  };
}

/** The files of sources, which are not known before the workspace is open: until then what was read stays. */
export function laterSources(opened: Promise<Workspace>): ArticleFiles {
  let files: Pick<ArticleFiles, 'list'> | null = null;
  void opened.then((workspace) => {
    files = workspace.sourceFiles(READING_RULES);
  });
  return {
    most: MOST_SOURCE_FILES,
    owns: isOfSource,
    list: async (base) => (files ? files.list(base) : null),
  };
}
