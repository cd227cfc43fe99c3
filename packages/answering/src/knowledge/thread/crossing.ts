/** What goes between the server and the thread that knows its articles: plain data, because functions don't cross. */
import type { KnowledgeStore } from '@service/realtime-server/ports';
import type { KnowledgeQuery, Passage } from '../../knowledge-source.js';
import type { Answer, Asked } from '../answer/whole-answer.js';
import type { SynonymGroup } from '../language/synonyms.js';
import type { Meanings } from '../meaning/meanings.js';

/** An inbox as it is at the moment of a question. */
export interface AskedInbox {
  readonly id: string;
  /** Where its synonym files lie. */
  readonly folder: string;
  /** Those of its settings. */
  readonly synonyms: readonly SynonymGroup[];
  /** Unix milliseconds of that moment. */
  readonly at: number;
}

/** What the thread does when it is called. */
export interface KnowledgeThread {
  answer(inbox: AskedInbox, asked: Asked): Promise<Answer>;
  passages(inbox: AskedInbox, query: KnowledgeQuery): Promise<readonly Passage[]>;
  /** Does what otherwise the first question would wait for. */
  prepare(inbox: AskedInbox): Promise<void>;
}

/** What the thread asks the server's own thread for, which has the store and the embeddings. */
export interface ServerSide extends KnowledgeReads, Pick<Meanings, 'nearest'> {
  /** Of a file with synonyms. */
  tellProblems(file: string, problems: readonly string[]): void;
}

/** What a question takes from the store. */
export type KnowledgeReads = Pick<KnowledgeStore, 'generation' | 'terms' | 'search' | 'passagesOf'>;

export interface KnowledgeThreadData {
  /** Whether there are vectors to ask for. */
  readonly meanings: boolean;
}
