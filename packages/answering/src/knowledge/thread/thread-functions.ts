/** The functions that the server and the knowledge thread offer each other. Only plain data can be passed. */
import type { KnowledgeStore } from '@service/realtime-server/ports';
import type { KnowledgeQuery, Passage } from '../../knowledge-source.js';
import type { Answer, AnswerRequest } from '../answer/whole-answer.js';
import type { SynonymGroup } from '../language/synonyms.js';
import type { Meanings } from '../meaning/meanings.js';
import type { Findings, Query } from '../search/knowledge-base.js';

/** The settings of an inbox at the moment of a question. */
export interface InboxContext {
  readonly id: string;
  /** The folder of its synonym files. */
  readonly folder: string;
  /** From its settings. */
  readonly synonyms: readonly SynonymGroup[];
  /** Unix milliseconds of that moment. */
  readonly at: number;
}

/** Offered by the thread. */
export interface KnowledgeThread {
  answer(inbox: InboxContext, request: AnswerRequest): Promise<Answer>;
  passages(inbox: InboxContext, query: KnowledgeQuery): Promise<readonly Passage[]>;
  /** What was found and why, for those who write the articles. */
  explain(inbox: InboxContext, query: Query): Promise<Findings>;
  /** Loads the articles, which the first question would wait for. */
  prepare(inbox: InboxContext): Promise<void>;
}

/** Offered by the server's main thread, which has the store and the embeddings. */
export interface ServerFunctions extends KnowledgeReads, Pick<Meanings, 'nearest'> {
  /** `file`: a file with synonyms. */
  reportProblems(file: string, problems: readonly string[]): void;
}

/** The part of the store that a question needs. */
export type KnowledgeReads = Pick<KnowledgeStore, 'generation' | 'terms' | 'passagesOf'>;

export interface KnowledgeThreadData {
  /** Whether there are embeddings. */
  readonly meanings: boolean;
}
