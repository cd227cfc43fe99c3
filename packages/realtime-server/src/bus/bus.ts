import type { Author, DeltaFrame, LogEvent, ToolServerFrame } from '@service/protocol';

/** The reasons that this version knows, see `SessionEndReason`. Others are dropped. */
export const ENDINGS = ['blocked', 'identified', 'logout', 'revoked', 'reused', 'withdrawn'] as const;

export type BusMessage =
  /** This node committed an event. It is in the message to save a read; a gap is filled from the store. */
  | { readonly kind: 'event'; readonly epoch: string; readonly event: LogEvent }
  /** Another node committed it: its number, and the kind of its body. Read the store. */
  | { readonly kind: 'head'; readonly seq: number; readonly body: string }
  | { readonly kind: 'delta'; readonly delta: DeltaFrame }
  | { readonly kind: 'typing'; readonly who: Author; readonly on: boolean; readonly from: string }
  | { readonly kind: 'read'; readonly seq: number }
  | { readonly kind: 'seen'; readonly seq: number }
  /** The conversation was erased. */
  | { readonly kind: 'erased' }
  /** The visitor stops the running answer. */
  | { readonly kind: 'stop' }
  /** A listener joined within an answer: its writer sends all of it again. */
  | { readonly kind: 'recite' }
  /** A client tool call changed: read it again. */
  | { readonly kind: 'tool' }
  /** For the page at the socket of that name; with null, for every page. */
  | { readonly kind: 'tool.frame'; readonly to: string | null; readonly frame: ToolServerFrame }
  /** The hand-off queue of the inbox changed; on a topic of its own. Listeners that miss it poll anyway. */
  | { readonly kind: 'line'; readonly inbox: string }
  /** The inboxes of the console have changed; on a topic of its own. Listeners that miss it look every few seconds anyway. */
  | { readonly kind: 'inboxes' }
  /** A session ended; on a topic of its own. Listeners that miss it find it in the store. */
  | { readonly kind: 'ended'; readonly session: string; readonly why: (typeof ENDINGS)[number] };

/**
 * The port between nodes. It may lose, double and reorder messages. Listeners must be right anyway, because the log in the store is
 * the truth. What carries the messages can neither read nor forge them; see `sealed-messages.ts`.
 */
export interface Bus {
  /** Calls the listeners of this node and the others. Never throws and never waits. */
  publish(conversation: string, message: BusMessage): void;
  /**
   * Resolves when everything that is published from now on will be heard. While the bus is away it resolves too, and a reset follows
   * when it is back. The result ends the subscription. A listener must not throw.
   */
  subscribe(conversation: string, listener: (message: BusMessage) => void): Promise<() => void>;
  /** Called when messages may have been lost: read the store again. */
  onReset(listener: () => void): () => void;
  close(): Promise<void>;
}
