/** The public events of the widget: `ServiceWidget.on(name, callback)`. Names and payloads are part of the contract. */
import type { EmbedErrorCode } from '../errors/embed-errors.js';
import type { Handler } from '../frames/log.js';

/** What the widget tells of, by the name of the event: `on(name, callback)`. */
export interface WidgetEvents {
  /** The frame accepts commands. */
  ready: { readonly version: string };
  /** The panel was opened, by the visitor or by the page. */
  open: Record<string, never>;
  /** The panel was closed. */
  close: Record<string, never>;
  /** A finished message, of the visitor or for the visitor; never a piece of one. Once per message. */
  message: {
    readonly role: 'user' | 'assistant';
    readonly content: string;
    readonly author: { readonly kind: 'visitor' | 'ai' | 'human'; readonly name: string | null };
    readonly id: string;
    /** Unix milliseconds, server time. */
    readonly at: number;
  };
  /** `count`: messages that the visitor has not read; 0: none any more. */
  unread: { readonly count: number };
  /** The current state of the connection. */
  connection: { readonly state: ConnectionName };
  /** A function of this page was called by the assistant here: it begins, and it ends. */
  tool: { readonly name: string; readonly state: 'running' | 'succeeded' | 'failed' };
  /** Who answers now, see `Handler`. */
  handoff: { readonly handledBy: Handler };
  /** The visitor has agreed, or taken it back. */
  consent: { readonly granted: boolean };
  /** Something went wrong: `code` for a program, `message` says what to do about it. The chat goes on where it can. */
  error: { readonly code: EmbedErrorCode; readonly message: string };
  /** The chat was removed from the page. The last event. */
  destroy: Record<string, never>;
}

/** How the connection looks from outside; the client core's states fold into these. */
export type ConnectionName = 'idle' | 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'closed';

/** The name of an event. */
export type WidgetEventName = keyof WidgetEvents;

/** Every event name, to subscribe to all of them. */
export const WIDGET_EVENTS = [
  'ready',
  'open',
  'close',
  'message',
  'unread',
  'connection',
  'tool',
  'handoff',
  'consent',
  'error',
  'destroy',
] as const satisfies readonly WidgetEventName[];
