import type { AnswerJobStore } from './port/answer-jobs.js';
import type { ConversationStore } from './port/conversations.js';
import type { ErasureStore } from './port/erasure.js';
import type { AttachmentStore } from './port/files.js';
import type { BlockStore } from './port/identity/blocks.js';
import type { IdentityStore } from './port/identity/identities.js';
import type { KnowledgeStore } from './port/knowledge.js';
import type { ConversationListStore } from './port/lists/conversation-list.js';
import type { QueueStore } from './port/lists/queue.js';
import type { LogStore } from './port/log.js';
import type { OperatorStore } from './port/operators.js';
import type { SearchStore } from './port/search.js';
import type { SessionStore } from './port/sessions.js';
import type { ToolCallStore } from './port/tool-calls.js';

export type * from './port/answer-jobs.js';
export type * from './port/conversations.js';
export type * from './port/erasure.js';
export type * from './port/files.js';
export type * from './port/identity/blocks.js';
export type * from './port/identity/identities.js';
export type * from './port/lists/conversation-list.js';
export type * from './port/log.js';
export type * from './port/sessions.js';
export type * from './port/tool-calls.js';

/** What lasts of conversations. Every implementation must pass test/store/contract/store.contract.ts. */
export interface Store
  extends LogStore,
    ConversationStore,
    ErasureStore,
    SessionStore,
    IdentityStore,
    AnswerJobStore,
    ToolCallStore,
    AttachmentStore,
    SearchStore,
    QueueStore,
    ConversationListStore,
    OperatorStore,
    BlockStore {
  /**
   * A secret that all nodes of this store have in common, by its name. `fresh` becomes it when there is none. Nodes that start
   * together get the same one.
   */
  sharedKey(name: string, fresh: string): Promise<string>;
  close(): Promise<void>;
}

/** A store as it is opened: with the knowledge of the inboxes, which conversations don't need. */
export interface OpenStore extends Store {
  readonly knowledge: KnowledgeStore;
  /** Resolves when the writer has reached it, behind all that was to be written before. Writes nothing. */
  ping(): Promise<void>;
}

/** The store could not do it now. The same call may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
