import type {
  AnyTool,
  LocalToolRunner,
  ToolGrantFrame,
  ToolManifest,
  ToolOfferFrame,
  ToolReport,
  ToolRunner,
} from '@service/protocol';
import type { ToolEntry } from '../../api/chat-state.js';
import type { JournalEntry } from './journal.js';
import type { EndedPageQuestion, PageQuestion, ShownQuestion } from './page-questions.js';
import type { Underway } from './tool-entries.js';

/** The tools of the page around this frame, and the way to run them. */
export interface PageOfTools {
  readonly runner: ToolRunner;
  readonly manifests: readonly ToolManifest[];
  readonly instructions: string | null;
}

/** The page around this frame has tools; it sends them in a moment. */
export interface AnnouncedPage {
  readonly coming: true;
}

/** One registration; unregistered by the same object. */
export interface Registered {
  readonly tool: AnyTool | PageOfTools | AnnouncedPage | PageQuestion | EndedPageQuestion;
  readonly instructions?: string | undefined;
}

/** A call that was granted to this page. */
export interface HeldCall {
  readonly conversation: string;
  readonly name: string;
  readonly lease: string;
  readonly report: ToolReport | null;
}

/** The visitor's click. Sent again on every connection until the log has it. */
export interface Decision {
  readonly conversation: string;
  readonly hash: string;
  readonly approved: boolean;
  readonly reason?: string;
}

export interface ClientToolsState extends Underway {
  readonly registered: readonly Registered[];
  /** The checked tools that are offered to the server; null: none yet. */
  readonly page: PageOfTools | null;
  /** Registered tools are not offered yet: messages wait for them until this moment. */
  readonly awaited: number | null;
  /** The code that checks them could not be loaded: retried on the next connection. */
  readonly missing: boolean;
  readonly held: Readonly<Record<string, HeldCall>>;
  /** Ended leases, latest first: a late grant of one must start nothing. */
  readonly over: readonly string[];
  /**
   * What this page has agreed to run, latest first: see `agreementOf`. A grant of anything else starts nothing, also when the
   * server sends it. Each agreement is good for one grant.
   */
  readonly agreed: readonly string[];
  /** Offers that are being prepared, as `call/attempt`. */
  readonly looking: readonly string[];
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly questions: readonly ShownQuestion[];
  /** Calls that an earlier load of this page began have been looked for. */
  readonly abandonedReported: boolean;
}

export type ClientToolsInput =
  /** `until`: messages wait for the offer until then at most. */
  | { readonly type: 'register'; readonly of: Registered; readonly gone?: true; readonly until?: number }
  | {
      readonly type: 'checked';
      readonly of: readonly Registered[];
      readonly runner: LocalToolRunner;
      readonly problems: readonly string[];
    }
  | { readonly type: 'check-failed' }
  | { readonly type: 'page-visible' }
  | {
      readonly type: 'prepared';
      readonly offer: ToolOfferFrame;
      readonly prepared: Awaited<ReturnType<ToolRunner['prepare']>>;
    }
  | { readonly type: 'reported'; readonly call: string; readonly lease: string; readonly report: ToolReport }
  | { readonly type: 'progressed'; readonly call: string; readonly text?: string; readonly fraction?: number }
  | { readonly type: 'abandoned-found'; readonly entries: readonly JournalEntry[] }
  | {
      readonly type: 'decide';
      readonly entry: Pick<ToolEntry, 'call' | 'args'>;
      readonly approved: boolean;
      readonly reason?: string | undefined;
    };

export type ClientToolsEffect =
  | { readonly do: 'check'; readonly of: readonly Registered[] }
  | { readonly do: 'prepare'; readonly runner: ToolRunner; readonly offer: ToolOfferFrame }
  | { readonly do: 'run'; readonly runner: ToolRunner; readonly grant: ToolGrantFrame }
  | { readonly do: 'end'; readonly call: string }
  | { readonly do: 'answer'; readonly of: PageQuestion; readonly approved: boolean }
  | { readonly do: 'find-abandoned' };
