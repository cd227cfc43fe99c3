import type {
  AnyTool,
  AttachmentLink,
  ConsentGrant,
  FeedbackValue,
  FilledForm,
  GetIdentityToken,
  LogEvent,
  PageInfo,
  SearchHit,
  UserContext,
  WidgetEvents,
} from '@service/protocol';
import type { WebSocketLike } from '../../platform/ports.js';
import type { ChatState, ToolEntry } from './chat-state.js';

/** What a client is made with. Options that may change later have a method each. */
export interface ChatClientOptions {
  /** The inbox that answers. */
  readonly inboxId: string;
  /** Origin of the server, `https://chat.example.com`; a slash at its end does not matter. */
  readonly baseUrl: string;
  /**
   * Origin of the page that the visitor is on.
   * @defaultValue this document's
   */
  readonly hostOrigin?: string | undefined;
  /**
   * What the page claims about its visitor. It proves nothing, see `identify`.
   * @defaultValue nothing
   */
  readonly user?: UserContext | undefined;
  /**
   * The visitor's consent from an earlier page, if your page remembers it.
   * @defaultValue nothing
   */
  readonly consent?: ConsentGrant | undefined;
  /**
   * True: before `consent` nothing is read, stored, opened or sent; methods that would do so do nothing, and emit the error
   * `consent_required`. An inbox may require consent by itself: then the connection ends with the problem `consent_required`.
   * @defaultValue false
   */
  readonly requireConsent?: boolean | undefined;
  /**
   * The page that the visitor is on, for the person, agent or service that answers; unproven, as `user` is. Without it, the client
   * follows this document's address and title; outside of a browser there is no page. Null: no page is sent. Other values change
   * with `updatePage`. Nothing is sent before the visitor writes, nor to an inbox with `"visitorPage": "none"`.
   * @defaultValue this document's page, also after navigation within it
   */
  readonly page?: PageInfo | null | undefined;
  /**
   * The visitor’s language, such as `de` or `pt-BR`: the server writes its own messages in it.
   * @defaultValue the language that the visitor writes in
   */
  readonly locale?: string | undefined;
  /**
   * Where session and unsent messages are stored. Falls back to memory when the browser refuses.
   * @defaultValue 'local'
   */
  readonly storage?: 'local' | 'session' | 'memory' | undefined;
  /**
   * For tests, and for runtimes without a global WebSocket.
   * @defaultValue the global one, looked up when a connection is opened
   */
  readonly WebSocket?: WebSocketLike | undefined;
}

/** Payload of `signedOut`. */
export interface SignedOut {
  /**
   * `logout`: here. `elsewhere`: in another tab. `not-signed-in`: the site has no signed-in user any more. `changed`: the site has
   * another one. `revoked`: by the site or its operator.
   */
  readonly why: 'logout' | 'elsewhere' | 'not-signed-in' | 'changed' | 'revoked';
}

/** Payload of `alert`. */
export interface ChatAlert {
  /** How many messages the visitor has not read. */
  readonly unread: number;
}

/** The client's events by name: `on(name, listener)`. */
export interface ClientEvents {
  /** A message is final: sent by this visitor, or complete for them. Once per message, in any tab. Not for history. */
  message: WidgetEvents['message'];
  /** The number of unread messages has changed. */
  unread: WidgetEvents['unread'];
  /** A new message that the visitor may not have seen. In one tab only: play the sound, mark the title. */
  alert: ChatAlert;
  /** See `ChatState.connection`. */
  connection: WidgetEvents['connection'];
  /** Another one answers now: agent, queue or person. */
  handoff: WidgetEvents['handoff'];
  /** A tool of this page was called here, or has ended. */
  tool: WidgetEvents['tool'];
  /** `code` is for a program; `message` says what to do. */
  error: WidgetEvents['error'];
  /** Everything of the earlier visitor was dropped: drop what your UI holds of them too. */
  signedOut: SignedOut;
}

/** Result of `search`. */
export interface SearchResult {
  /** Latest first, 30 at most. */
  readonly hits: readonly SearchHit[];
  /** There are more hits: ask for a longer query. */
  readonly more: boolean;
}

/** A file to upload: `File`, or a `Blob` with a name. */
export type UploadFile = Blob & { readonly name?: string };

/** The chat without a UI. Its functions may be passed around without the object. */
export interface ChatClient {
  /** The same object until something changes: fit for `useSyncExternalStore`. */
  getState(): ChatState;
  /** Calls `listener` after every change. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Calls `listener` for each event. Returns the way to stop. What a listener throws is reported and stops no other listener. */
  on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void;

  /** True: this browser has a session or an unsent message of this inbox. Worth connecting on load. */
  hasHistory(): boolean;
  /** Opens the connection if there is none. Sending does this too. */
  connect(): void;
  /**
   * The visitor agreed, with a click in your UI, to the inbox's wording named here. Recorded with the session; a wording that the
   * server did not publish is refused. Opens no connection, unless the server had closed one for lack of a consent.
   */
  consent(grant: ConsentGrant): void;
  /**
   * Queues a message and sends it when it can, once. One that can't be delivered stays in the timeline as failed.
   *
   * `uploads`: ids of `upload`; the message waits for them, and fails if one is refused. `filled` answers a form (`fillForm` of
   * `@service/embed-sdk/parts`): `text` is shown until the log has the server's words for it; such a message has no uploads.
   * @returns the message's client id; null: not sent, because `text` is blank and there are no uploads, or, with the event `error`,
   * because the visitor has not agreed yet or the client can't start
   */
  sendMessage(text: string, uploads?: readonly (string | null)[], filled?: FilledForm): string | null;
  /**
   * Starts to upload a file for a later `sendMessage`; waits while offline. Its progress is in `getState().uploads` until it belongs
   * to a message or is discarded. A file that can't be sent (see `ATTACHMENT_TYPES` and `LIMITS`) is there with the reason. Files do
   * not survive a reload: a message that still waits for one then fails with `file_gone`, and a retry sends it without.
   * @returns the upload's id; null as for `sendMessage`
   */
  upload(file: UploadFile): string | null;
  /**
   * An address of a file in the conversation, for an `<img>` or a link, valid until `expiresAt` by this machine's clock. Null: no
   * session, no answer, or not this visitor's file. Never settles after `destroy`.
   */
  getAttachmentLink(attachment: string): Promise<AttachmentLink | null>;
  /** Sends a failed message, or uploads a failed file, again. */
  retry(id: string): void;
  /** Removes an unsent message or an upload. An upload is also taken out of its message, as long as that was not sent. */
  discard(id: string): void;
  /** Ends the answer that is being written. */
  stopAnswer(): void;
  /** Loads earlier entries if `hasOlder`; `loadingOlder` is true meanwhile. */
  loadOlder(): void;
  /**
   * Goes to a new conversation of the same session. Unsent messages stay with the conversation they were written in. Does nothing
   * in an empty conversation, nor while messages wait for one that is being opened.
   */
  newConversation(): void;
  /** Goes to one of this visitor’s conversations. Otherwise as `newConversation`. */
  openConversation(id: string): void;
  /** Loads `conversations` of the state. */
  loadConversations(): void;
  /**
   * The whole log of the open conversation, fetched page by page. Waits as long as there is no connection. Rejects when another
   * conversation is opened meanwhile, or the client is destroyed; with `ConsentRequired` before a required consent.
   */
  loadTranscript(): Promise<readonly LogEvent[]>;
  /**
   * Erases a conversation (default: the open one) for good, on the server and in every tab, with its unsent messages. Requested
   * until the server has done it, by the next page if need be; `erasing` of the state names it until then.
   */
  eraseConversation(id?: string): void;
  /** The visitor's opinion of an answer, by its `key`; null takes it back. The last one counts. */
  rateAnswer(answer: string, value: FeedbackValue): void;
  /**
   * The visitor takes their consent back. This browser deletes session and unsent messages, in all tabs; the server ends the
   * session and closes its conversations. Afterwards methods do nothing until `consent`.
   */
  withdrawConsent(): void;
  /**
   * Messages that contain every word of `text`, or a word that begins with it, in all conversations of this visitor. Null: no
   * connection, or the server is too busy; ask again.
   */
  search(text: string): Promise<SearchResult | null>;
  /** Call on every keystroke. Sends at most every three seconds. */
  notifyTyping(): void;
  /** The visitor has seen everything that is shown. */
  markRead(): void;
  /** Asks for a person. The agent is silent from then on. `reason` is shown to the person. */
  requestHuman(reason?: string): void;
  /** Ends the wait for a person, or the talk with one: the agent answers again. */
  endHandoff(): void;
  /**
   * Adds to what the page claims about its visitor; `''` or null takes a field back. `isWhole`: takes the place of all that it has
   * claimed. What a server would refuse is cut or left out.
   */
  updateContext(user: UserContext, isWhole?: boolean): void;
  /** The visitor is on this page now; null: on none. For programs that are no web page, see the option `page`. */
  updatePage(page: PageInfo | null): void;
  /**
   * From now on the site says who its visitor is. `getToken` asks the site's server for a signed token (docs/identity); it is called
   * when a connection needs one, never before a required consent. Anonymous messages of this session come along. Nothing of a
   * signed-in visitor is written to the browser's storage. Opens no connection.
   */
  identify(getToken: GetIdentityToken): void;
  /**
   * Signs the visitor out: everything of them is dropped at once, in memory, in storage and in every tab, also without a network.
   * The server ends the session when it can be reached. The next `connect` or `sendMessage` starts an anonymous session.
   */
  logout(): void;
  /**
   * Offers a tool of this page to the agent (see `defineTool`). `instructions` say how to use it. A tool that can't be offered emits
   * `error`.
   * @returns the way to withdraw it; a running call is finished
   */
  registerTool(tool: AnyTool, instructions?: string): () => void;
  /**
   * The visitor's click on a call that asks for it (an entry with the state `asking`). It is binding for exactly the arguments that
   * the entry shows. The first click counts.
   */
  resolveToolCall(entry: Pick<ToolEntry, 'call' | 'args'>, approved: boolean, reason?: string): void;
  /** Closes the socket and removes every listener and timer. Unsent messages stay stored. */
  destroy(): void;
}
