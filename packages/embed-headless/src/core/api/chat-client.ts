/**
 * The chat client as its users see it. One client per inbox and page; the widget, the hooks and a product's own screen
 * all stand on this interface.
 */
import type {
  AnyTool,
  AttachmentLink,
  ConsentGrant,
  FeedbackValue,
  FilledForm,
  GetIdentityToken,
  LogEvent,
  SearchHit,
  UserContext,
  WidgetEvents,
} from '@service/protocol';
import type { WebSocketLike } from '../../platform/ports.js';
import type { ChatState, ToolEntry } from './chat-state.js';

/** What a client is made with. What of it may change later has a function of its own. */
export interface ChatClientOptions {
  /** Which inbox answers. */
  readonly inboxId: string;
  /** Origin of the server, `https://chat.example.com`; a slash at its end does not matter. */
  readonly baseUrl: string;
  /** Origin of the page the visitor is on. Default: this document's. */
  readonly hostOrigin?: string;
  /** What the page says of its visitor; proves nothing (see `identify`). Default: nothing. */
  readonly user?: UserContext;
  /** What the visitor has agreed to before this page, when the page itself remembers it. Default: nothing. */
  readonly consent?: ConsentGrant;
  /**
   * True: before `consent` nothing is read, stored, opened or sent, and whatever would do so throws `ConsentRequired`.
   * Default false; an inbox may ask for it on its own, and then the connection ends with the problem `consent_required`.
   */
  readonly requireConsent?: boolean;
  /**
   * Where the visitor is, for whoever answers. What stands from `?` or `#` on in the address stays in the browser. Default: not
   * said.
   */
  readonly page?: { readonly url: string; readonly title: string };
  /** The visitor’s language, such as `de` or `pt-BR`: what the server says by itself is in it. Default: the one they write in. */
  readonly locale?: string;
  /** Where the session and unsent messages are kept. Default `local`; falls back to memory when the browser refuses. */
  readonly storage?: 'local' | 'session' | 'memory';
  /** Default: the global one, looked up when a connection is opened. A test or a runtime without one passes its own. */
  readonly WebSocket?: WebSocketLike;
}

/** Why there is nothing left of whoever was identified here. */
export interface SignedOut {
  /**
   * `logout`, here or `elsewhere` in another tab; `nobody` is logged in on the site any more; `changed`: somebody else is;
   * `revoked` by the site or its operator.
   */
  readonly why: 'logout' | 'elsewhere' | 'nobody' | 'changed' | 'revoked';
}

/** What the client tells of, by the name of the event: `on(name, listener)`. */
export interface ClientEvents {
  /** A message is final: sent by this visitor, or complete for them. Once per message, in any tab. Not for history. */
  message: WidgetEvents['message'];
  /** `count`: messages that the visitor has not read; 0: none any more. */
  unread: WidgetEvents['unread'];
  /** Something new that the visitor may not have seen. In one tab of all only: play the sound, mark the title. */
  alert: { readonly unread: number };
  /** How the connection stands now, see `ChatState.connection`. */
  connection: WidgetEvents['connection'];
  /** Who answers now. */
  handoff: WidgetEvents['handoff'];
  /** A function that this page offers was called here, and when it ended. */
  tool: WidgetEvents['tool'];
  /** Something went wrong: `code` for a program, `message` says what to do about it. */
  error: WidgetEvents['error'];
  /** Everything of the earlier visitor has been dropped: a screen drops what it holds of them as well. */
  signedOut: SignedOut;
}

/** What a search has found. */
export interface SearchResult {
  /** Latest first, 30 at most. */
  readonly hits: readonly SearchHit[];
  /** There would be more: ask with more letters. */
  readonly more: boolean;
}

/** The chat, without a screen. Functions may be passed around without their owner. */
export interface ChatClient {
  /** The same object until something changes: fit for `useSyncExternalStore`, also without its owner. */
  getState(): ChatState;
  /** Calls `listener` after every change; returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /**
   * Calls `listener` each time; returns the way to stop it. What a listener throws is reported and stops nobody else.
   */
  on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void;

  /** True when this browser remembers a session or an unsent message of this inbox: worth connecting on load. */
  hasHistory(): boolean;
  /** Opens the connection if there is none. Sending does this too. Throws `ConsentRequired`, see `requireConsent`. */
  connect(): void;
  /**
   * The visitor agreed, by a click of their own in your screen, to the inbox's wording named here. It is recorded with the
   * session; a wording that the server did not publish is refused. Opens nothing by itself, unless the server had refused
   * this client for the lack of it.
   */
  consent(grant: ConsentGrant): void;
  /**
   * Takes a message into the outbox and sends it when it can, with the uploads of these ids. It waits
   * for them; one that is refused fails the message. Returns its client id, or null when `text` is blank and no upload given.
   * Never loses: a message that can't be delivered stays in the timeline as failed. Throws nothing but `ConsentRequired`.
   * `filled` answers a form in the conversation (`fillForm` of `@service/embed-sdk/parts`): `text` is shown until it is in
   * the log, where the server's own words stand; such a message carries no uploads and waits for none.
   */
  sendMessage(text: string, uploads?: readonly string[], filled?: FilledForm): string | null;
  /**
   * Begins to upload a file for a later `send`, and returns its id. Offline it waits. How it stands is in
   * `getState().uploads` under that id, until it belongs to a message or is discarded. What can't be sent (see
   * `ATTACHMENT_TYPES` and `LIMITS`) is there too, with the reason. A file can't be kept over a reload: a message that was
   * still waiting for one then fails with `file_gone`, and tried again it goes without. Throws `ConsentRequired`.
   */
  upload(file: Blob & { readonly name?: string }): string;
  /**
   * An address of a file in the conversation, for an `<img>` or a link, good until `expiresAt` by this machine's clock. Null
   * when there is no session or no answer, or the file is not this visitor's. Never settles once the client is destroyed.
   */
  getAttachmentLink(attachment: string): Promise<AttachmentLink | null>;
  /** Sends a message, or uploads a file, that had failed once more. */
  retry(id: string): void;
  /** Throws away a message that has not been sent, or an upload: out of its message too, as long as that has not been sent. */
  discard(id: string): void;
  /** Ends the answer that is being written. */
  stopAnswer(): void;
  /**
   * Fetches earlier entries, where `hasOlder` says that there are some. `loadingOlder` tells how it stands; throws
   * nothing.
   */
  loadOlder(): void;
  /**
   * Goes to a new conversation; the session stays the same, and what waits to be sent stays with the conversation it was
   * written in. Nothing happens in one where nothing was said yet, nor while messages wait for one that is only just
   * being opened. Throws nothing but `ConsentRequired`.
   */
  newConversation(): void;
  /** Goes back to one of this visitor’s conversations. Otherwise as `newConversation`. */
  openConversation(id: string): void;
  /** Asks for `conversations` of the state. */
  loadConversations(): void;
  /**
   * The log of the open conversation from its first event on, fetched page by page, for the visitor to keep. Rejects when
   * another conversation is opened meanwhile, or the client is destroyed; waits as long as there is no connection.
   */
  loadTranscript(): Promise<readonly LogEvent[]>;
  /**
   * Erases a conversation (default: the open one) for good, on the server and in every tab, with what waits to be sent in
   * it. Asked for until the server has done it, by the next page if need be; until then `erasing` of the state names it, then
   * the state is that of another conversation.
   */
  eraseConversation(id?: string): void;
  /** What the visitor thinks of an answer, by its `key`; null takes it back. The last one counts. */
  rateAnswer(answer: string, value: FeedbackValue): void;
  /**
   * The visitor takes their consent back. This browser forgets session and unsent messages, in all tabs; the server ends
   * the session and closes its conversations. From here on everything throws `ConsentRequired`, see `consent`.
   */
  withdrawConsent(): void;
  /**
   * Looks for messages that have every word of `text`, or one that begins so, in all conversations of this visitor; the
   * latest first. Null when there is no connection, or the server has too much to do: ask again.
   */
  search(text: string): Promise<SearchResult | null>;
  /** Call on every keystroke; it sends at most every three seconds. */
  notifyTyping(): void;
  /** Everything shown so far was seen. */
  markRead(): void;
  /** Asks for a person; the agent is silent from then on. `reason` is shown to whoever takes over. */
  requestHuman(reason?: string): void;
  /** No person after all: the agent answers again. */
  endHandoff(): void;
  /**
   * Says something else of the visitor than at the beginning, in place of it. A claim of the page; the server is told
   * once.
   */
  updateContext(user: UserContext): void;
  /**
   * From now on the site says who its visitor is: `getToken` asks the site's server for a signed token (docs/identity), and
   * is called when a connection needs one, never before a required consent. What was said anonymously in this session, and
   * what waits to be sent, comes along. Nothing of an identified visitor is written to storage. Opens nothing by itself.
   */
  identify(getToken: GetIdentityToken): void;
  /**
   * The visitor leaves: everything of them is dropped at once, in memory, in storage and in every tab, also without a
   * network; the server ends the session when it can be told. The next `connect` or `send` begins with nobody.
   */
  logout(): void;
  /**
   * Offers a function of this page to the assistant (see `defineTool`), from the next connection's beginning or at once;
   * `instructions` say how to use it. Returns the way to take it back: a call that runs is finished all the same. What
   * can't be offered is the event `error`.
   */
  registerTool(tool: AnyTool, instructions?: string): () => void;
  /**
   * The visitor's own click on a call that waits for it (an entry with the state `asking`). It is binding for exactly the
   * arguments that the entry shows; the first click counts.
   */
  resolveToolCall(entry: Pick<ToolEntry, 'call' | 'args'>, approved: boolean, reason?: string): void;
  /** Closes the socket and removes every listener and timer. Unsent messages stay kept. */
  destroy(): void;
}
