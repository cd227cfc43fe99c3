/** The public events of the widget: `ServiceWidget.on(name, callback)`. Names and payloads are part of the contract. */
import type { EmbedErrorCode } from './error-codes.js';
import type { Handler } from './log.js';

export interface WidgetEvents {
  /** The frame accepts commands. */
  ready: { readonly version: string };
  open: Record<string, never>;
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
  unread: { readonly count: number };
  connection: { readonly state: ConnectionName };
  /** A function of this page was called by the assistant here: it begins, and it ends. */
  tool: { readonly name: string; readonly state: 'running' | 'succeeded' | 'failed' };
  handoff: { readonly handledBy: Handler };
  consent: { readonly granted: boolean };
  error: { readonly code: EmbedErrorCode; readonly message: string };
  destroy: Record<string, never>;
}

/** How the connection looks from outside; the client core's states fold into these. */
export type ConnectionName = 'idle' | 'connecting' | 'connected' | 'reconnecting' | 'offline' | 'closed';

export type WidgetEventName = keyof WidgetEvents;

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
