/** A call of a client tool. The store knows its key, its revision and when it is due; `record` is opaque. */
export interface ToolCallRow {
  readonly conversation: string;
  readonly id: string;
  readonly run: string;
  /** Rises with every change. */
  readonly revision: number;
  readonly record: string;
}

export interface NewToolCall extends Pick<ToolCallRow, 'conversation' | 'id' | 'run' | 'record'> {
  /** Stored only while this attempt holds the job. An attempt that was taken over may begin nothing more. */
  readonly attempt: number;
  readonly open: boolean;
  /** Unix milliseconds. Null: nothing is due. */
  readonly dueAt: number | null;
  readonly at: number;
}

export interface ToolCallChange extends Pick<ToolCallRow, 'conversation' | 'id' | 'revision' | 'record'> {
  readonly open: boolean;
  readonly dueAt: number | null;
}

/** An open page that offers client tools. It counts until `until`; its node renews that. */
export interface PageRow {
  readonly conversation: string;
  readonly tab: string;
  readonly socket: string;
  readonly node: string;
  /** The tools that it offers; opaque. */
  readonly offer: string;
  readonly visible: boolean;
  readonly focusedAt: number;
  readonly spokeAt: number;
}

export interface NewPage extends Omit<PageRow, 'spokeAt'> {
  readonly until: number;
}

/** Calls of client tools, and the open pages that offer them. */
export interface ToolCallStore {
  /** `known`: it was stored before, and is unchanged. */
  addToolCall(call: NewToolCall): Promise<'added' | 'known' | 'run-over'>;
  /** Replaces a call that is still at `revision`. False: another change was faster. */
  updateToolCall(change: ToolCallChange): Promise<boolean>;
  toolCall(conversation: string, id: string): Promise<ToolCallRow | null>;
  /** The calls of a conversation, oldest first, at most the latest 200. */
  toolCalls(conversation: string, which: 'open' | 'all'): Promise<readonly ToolCallRow[]>;
  /** What a new call of `run` is compared with: the open calls of the conversation and all of the run, oldest first, at most the latest 200. */
  toolCallsBeside(conversation: string, run: string): Promise<readonly ToolCallRow[]>;
  /** Calls that are due at `at`. They are due again at `next`, so that several nodes claim different ones. */
  claimDueToolCalls(at: number, next: number, limit: number): Promise<readonly ToolCallRow[]>;

  /** Adds a page, or replaces what it offers; `spokeAt` is unchanged. */
  setPage(page: NewPage): Promise<void>;
  /** The pages of a conversation that are open at `at`. */
  pages(conversation: string, at: number): Promise<readonly PageRow[]>;
  touchPage(conversation: string, tab: string, seen: { focusedAt?: number; spokeAt?: number }): Promise<void>;
  /** Removes a page that is still at this socket. False: it is at another. */
  removePage(conversation: string, tab: string, socket: string): Promise<boolean>;
  /** The pages at this node are open until `until`. Removes pages that were open until before `before`. */
  renewPages(node: string, until: number, before: number): Promise<void>;
}
