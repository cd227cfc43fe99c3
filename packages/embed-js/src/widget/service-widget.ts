import type {
  AnyTool,
  ColorScheme,
  GetIdentityToken,
  ServiceConfig,
  UserContext,
  WidgetEventName,
} from '@service/protocol';
import type { DiagnoseOptions } from '../diagnosis/diagnose.js';
import type { Finding } from '../diagnosis/finding.js';
import type { Listener } from './emitter.js';

/**
 * The functions of the script tag’s global, and of the ES module. Nothing is thrown into the page: what goes wrong is
 * the event `error` and one line on the console.
 */
export interface ServiceWidgetApi {
  /**
   * Starts the chat: its launcher is drawn as soon as the page has a body (or the element named by `containerId`), its frame
   * is made when `prefetch` says, in `embedded` and `prompt-input` when its place is near what is visible. The same
   * configuration again does nothing; another one is the error `already_initialised`. Returns whether there is a chat now,
   * or will be when the page has been parsed; if not, the event `error` says why.
   */
  init(config: ServiceConfig): boolean;
  /**
   * Opens the panel, and makes the frame. Before `ready`, this and the following calls wait, at most 100, and are carried out
   * in order. Returns false where the visitor can't use the panel now: there is no chat, a modal dialog or a full screen of
   * the page is in the way (`modal_in_the_way`), or the chat could not be loaded, which this tries again: it opens when that
   * succeeds. The event `error` says which.
   */
  open(options?: OpenOptions): boolean;
  /** Closes the panel; the conversation goes on. In `embedded`, hides the chat, and its place on the page stays. */
  close(): void;
  /** Opens the panel, or closes it, and makes the frame. */
  toggle(): void;
  /** Sends a message of the visitor, at most 8,000 characters, and makes the frame. Does not open the panel. */
  sendMessage(text: string): void;
  /**
   * Writes a text into the visitor's field, at most 8,000 characters, in place of what is there; the visitor sends it, or not. An
   * empty text empties the field. Makes the frame, and does not open the panel.
   */
  prefill(text: string): void;
  /** Adds to what the page says about its visitor; a claim, not an identity. */
  updateContext(user: UserContext): void;
  /**
   * Signs your site's user in: `getToken` asks your server for a signed token (docs/identity), whenever one is needed and
   * never before a required consent; it returns null when no user is logged in. Call it again when a user logs in.
   */
  identify(getToken: GetIdentityToken): void;
  /**
   * Signs the user out: the chat deletes everything of theirs, in memory, in storage and in every tab. Call it with your own
   * logout. What is stored is the frame's, so this makes the frame; on a page that is left before `ready`, nothing is deleted.
   */
  logout(): void;
  /** Replaces the suggested questions; an empty list removes them. */
  setQuestions(questions: readonly string[]): void;
  /**
   * Offers a client tool, a function of this page, to the assistant (see `defineTool`), as `tools` of the configuration does.
   * Returns the function that takes it back; a call that runs is finished all the same.
   */
  registerTool(tool: AnyTool): () => void;
  /**
   * Subscribes and returns the function that ends it. `ready` comes once for each `init`, with `prefetch: 'intent'` or `'none'`
   * late or never. A later subscriber of `ready` still gets it, and errors from before the first listener of `error` go to that
   * listener; both after the current code has run. An event that doesn't exist is ignored, with one line on the console.
   */
  on<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): () => void;
  /** Ends a subscription of `on`; nothing happens when there is none. */
  off<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): void;
  /**
   * Uses the given scheme from now on; without one, that of the configuration again: for `auto`, the page's class, `data-theme`
   * and the system's setting are read anew.
   */
  updateColorScheme(scheme?: ColorScheme): void;
  /** True exactly while a frame accepts commands: false before it is made (see `prefetch`), and while it reloads. */
  isReady(): boolean;
  /**
   * Finds what keeps the chat from running on this page, the cause first, and how to fix it; `ok` first when nothing does.
   * Prints the same on the console. Never rejects. For use while the chat is set up: it makes the
   * frame, asks the server, and where the chat is not shown, inserts a hidden frame for a moment. On a page where the chat runs it violates no policy, unless `customUi`
   * asks for a connection.
   */
  diagnose(options?: DiagnoseOptions): Promise<readonly Finding[]>;
  /** Removes launcher and frame, every listener (after the event `destroy`) and every trace on the page. `init` may follow. */
  destroy(): void;
  /** Of the installed package. */
  readonly version: string;
}

/** How the panel is opened. */
export interface OpenOptions {
  /**
   * Written into the visitor's field first, as by `prefill`.
   * @defaultValue the field stays as it is
   */
  readonly prefill?: string | undefined;
}

/** What one widget is made with. */
export interface WidgetOptions {
  /**
   * Used when a configuration names no `baseUrl`. The script tag passes the origin it came from.
   * @defaultValue the origin that the package was built for, else `http://localhost:4600`
   */
  readonly defaultBaseUrl?: string | null | undefined;
}
