/** A call of a page's function, as the store sees it: a text that somebody else understands, and when to look at it. */
export interface ToolCallRow {
  readonly conversation: string;
  readonly id: string;
  readonly run: string;
  /** Rises with every change. */
  readonly revision: number;
  readonly record: string;
}

export interface NewToolCall extends Pick<ToolCallRow, 'conversation' | 'id' | 'run' | 'record'> {
  /** Kept only while this attempt holds the run: one that was taken over may begin nothing more. */
  readonly attempt: number;
  readonly open: boolean;
  /** Unix milliseconds; null: nobody has to look at it again. */
  readonly dueAt: number | null;
  readonly at: number;
}

export interface ToolCallChange extends Pick<ToolCallRow, 'conversation' | 'id' | 'revision' | 'record'> {
  readonly open: boolean;
  readonly dueAt: number | null;
}

/** A visitor's page that is open and offers functions. It counts until `until`; its node says so again and again. */
export interface PageRow {
  readonly conversation: string;
  readonly tab: string;
  readonly socket: string;
  readonly node: string;
  /** What it offers, as a text that somebody else understands. */
  readonly offer: string;
  readonly visible: boolean;
  readonly focusedAt: number;
  readonly spokeAt: number;
}

export interface NewPage extends Omit<PageRow, 'spokeAt'> {
  readonly until: number;
}

/** Calls of pages' functions, and the pages that are open. */
export interface ToolCallStore {
  /** `known`: it was kept before, and stays as it is. */
  addToolCall(call: NewToolCall): Promise<'kept' | 'known' | 'run-over'>;
  /** Replaces a call that is still at `revision`; false when somebody else was faster. */
  updateToolCall(change: ToolCallChange): Promise<boolean>;
  toolCall(conversation: string, id: string): Promise<ToolCallRow | null>;
  /** The calls of a conversation, oldest first, at most the latest 200. */
  toolCalls(conversation: string, which: 'open' | 'all'): Promise<readonly ToolCallRow[]>;
  /** Calls that were due at `at`; they are due again at `next`, so that of several who ask each takes others. */
  claimDueToolCalls(at: number, next: number, limit: number): Promise<readonly ToolCallRow[]>;

  /** Adds a page, or replaces what it offered before; when its visitor last wrote there is kept. */
  setPage(page: NewPage): Promise<void>;
  /** The pages of a conversation that are open at `at`. */
  pages(conversation: string, at: number): Promise<readonly PageRow[]>;
  touchPage(conversation: string, tab: string, seen: { focusedAt?: number; spokeAt?: number }): Promise<void>;
  /** Forgets a page that is still at this socket; false when it is at another already. */
  removePage(conversation: string, tab: string, socket: string): Promise<boolean>;
  /** The pages at this node are open until `until`; what was to be open no longer than `before` is forgotten. */
  renewPages(node: string, until: number, before: number): Promise<void>;
}
