/**
 * The port between nodes. It carries hints and conveniences: it may lose, double and reorder anything, and whoever
 * listens must be right anyway, because the log in the store is the truth.
 */
import type { Author, DeltaFrame, LogEvent, ToolServerFrame } from '@service/protocol';

/** Why a session ended, as the store names it; a node passes over what is not in here. */
export const ENDINGS = ['identified', 'logout', 'revoked', 'reused', 'withdrawn'] as const;

export type BusMessage =
  /** Something was committed. Carries the event itself, to save a read; a hole is filled from the store. */
  | { readonly kind: 'event'; readonly epoch: string; readonly event: LogEvent }
  | { readonly kind: 'delta'; readonly delta: DeltaFrame }
  | { readonly kind: 'typing'; readonly who: Author; readonly on: boolean; readonly from: string }
  | { readonly kind: 'read'; readonly seq: number }
  | { readonly kind: 'seen'; readonly seq: number }
  /** Nothing is left of the conversation. */
  | { readonly kind: 'erased' }
  /** The visitor wants the running answer to end. */
  | { readonly kind: 'stop' }
  /** Somebody joined in the middle of an answer: whoever writes one says all of it once more. */
  | { readonly kind: 'recite' }
  /** Something changed with a call of a page's function: whoever waits for one should look. */
  | { readonly kind: 'tool' }
  /** For the page at the socket of that name, or, with null, for every page. */
  | { readonly kind: 'tool.frame'; readonly to: string | null; readonly frame: ToolServerFrame }
  /** The line of those who wait for a person has changed in this inbox; on a topic of its own. Whoever misses it looks anyway. */
  | { readonly kind: 'line'; readonly inbox: string }
  /** A session has ended; on a topic of its own. Whoever misses it finds out from the store. */
  | { readonly kind: 'ended'; readonly session: string; readonly why: (typeof ENDINGS)[number] };

export interface Bus {
  /** Tells everybody who listens, of this node and the others. Never throws and never waits. */
  publish(conversation: string, message: BusMessage): void;
  /**
   * Resolves once everything published from now on will be heard, or, while the bus is away, all the same: then a reset
   * follows when it is back. The result ends it. A listener must not throw.
   */
  subscribe(conversation: string, listener: (message: BusMessage) => void): Promise<() => void>;
  /** Called when messages may have been lost: everyone must look at the store. */
  onReset(listener: () => void): () => void;
  close(): Promise<void>;
}
