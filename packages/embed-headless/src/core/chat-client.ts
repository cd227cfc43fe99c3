/**
 * The chat client as its users see it. One client per inbox and page; the widget, the hooks and a product's own screen
 * all stand on this interface.
 */
import type { ConsentGrant, UserContext, WidgetEvents } from '@service/protocol';
import type { ChatState } from './chat-state.js';

export interface ChatClientOptions {
  readonly inboxId: string;
  /** Origin of the server, `https://chat.example.com`. */
  readonly baseUrl: string;
  /** Origin of the page the visitor is on. Default: this document's. */
  readonly hostOrigin?: string;
  readonly user?: UserContext;
  readonly consent?: ConsentGrant;
  readonly page?: { readonly url: string; readonly title: string };
  readonly locale?: string;
  /** Where the session and unsent messages are kept. Default `local`; falls back to memory when the browser refuses. */
  readonly storage?: 'local' | 'session' | 'memory';
}

export interface ClientEvents {
  /** A message is final: sent by this visitor, or complete for them. Once per message, in any tab. Not for history. */
  message: WidgetEvents['message'];
  unread: WidgetEvents['unread'];
  /** Something new that the visitor may not have seen. In one tab of all only: play the sound, mark the title. */
  alert: { readonly unread: number };
  connection: WidgetEvents['connection'];
  handoff: WidgetEvents['handoff'];
  error: WidgetEvents['error'];
}

export interface ChatClient {
  /** The same object until something changes: fit for `useSyncExternalStore`, also without its owner. */
  getState(): ChatState;
  /** Calls `listener` after every change; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void;

  /** True when this browser remembers a session or an unsent message of this inbox: worth connecting on load. */
  hasHistory(): boolean;
  /** Opens the connection if there is none. Sending does this too. */
  connect(): void;
  /**
   * Takes a message into the outbox and sends it when it can. Returns its client id, or null when `text` is blank.
   * Never throws and never loses: a message that can't be delivered stays in the timeline as failed.
   */
  send(text: string): string | null;
  retry(clientId: string): void;
  discard(clientId: string): void;
  /** Ends the answer that is being written. */
  stop(): void;
  loadOlder(): void;
  /** Call on every keystroke; it sends at most every three seconds. */
  notifyTyping(): void;
  /** Everything shown so far was seen. */
  markRead(): void;
  requestPerson(reason?: string): void;
  returnToAgent(): void;
  setUser(user: UserContext): void;
  /** Closes the socket and removes every listener and timer. Unsent messages stay kept. */
  destroy(): void;
}
