/**
 * The public functions, and what each does before, during and after the chat's life in the page. What must be true:
 * nothing is thrown into the page, whatever it passes; every failure is an `error` event and one line on the console.
 */
import {
  type AnyTool,
  type ColorScheme,
  type Finding,
  type FrameMessage,
  type GetIdentityToken,
  type HostMessage,
  MESSAGE_LIMITS,
  SCRIPT_REFUSED,
  type ServiceConfig,
  START_ERRORS,
  type StartErrorCode,
  type UserContext,
  WIDGET_EVENTS,
  type WidgetEventName,
  type WidgetEvents,
} from '@service/protocol';
import type { Attachment, AttachmentOptions } from './attachment.js';
import type { Diagnose, DiagnoseOptions } from './diagnosis/diagnose.js';
import { createEmitter, type Listener } from './events.js';
import { standFrame } from './standing-frame.js';
import { plainCopy, readStartConfig, type StartConfig, sameConfig } from './start-config.js';
import { VERSION } from './version.js';

/**
 * The functions of the script tag’s global, and of the ES module. Nothing is thrown into the page: what goes wrong is
 * the event `error` and a line on the console.
 */
export interface ServiceWidget {
  /**
   * Makes the frame and attaches it, as soon as the page has a body (or the element named by `containerId`). The same
   * configuration again does nothing; another one is the error `already_initialised`. Returns whether there is a chat now,
   * or will be when the page has been parsed; if not, the event `error` says why.
   */
  init(config: ServiceConfig): boolean;
  /** Opens the panel. Before `ready`, this and the following calls are kept and carried out in order. */
  open(): void;
  /** Closes the panel; the conversation goes on. Does nothing in `embedded`, where the chat is a part of the page. */
  close(): void;
  /** Opens the panel, or closes it. Does nothing in `embedded`. */
  toggle(): void;
  /** Sends a message of the visitor, at most 8,000 characters. Does not open the panel. */
  sendMessage(text: string): void;
  /** Adds to what the page says about its visitor; a claim, not an identity. */
  updateContext(user: UserContext): void;
  /**
   * From now on your site says who its visitor is: `getToken` asks your server for a signed token (docs/identity), whenever
   * one is needed and never before a required consent; null: nobody is logged in. Call it again when somebody logs in.
   */
  identify(getToken: GetIdentityToken): void;
  /** The visitor leaves: the chat drops everything of them, in memory, in storage and in every tab. Call it with your own logout. */
  logout(): void;
  /** Replaces the suggested questions; an empty list removes them. */
  setQuestions(questions: readonly string[]): void;
  /**
   * Offers a function of this page to the assistant (see `defineTool`), as `tools` of the configuration does. Returns the
   * way to take it back; a call that runs is finished all the same.
   */
  registerTool(tool: AnyTool): () => void;
  /**
   * Subscribes and returns the function that ends it. `ready` is also told to whoever subscribes later, and errors
   * nobody has heard go to the first listener of `error`; both after the current code has run.
   */
  on<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): () => void;
  /** Ends a subscription of `on`; nothing happens when there is none. */
  off<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): void;
  /** Uses the given scheme from now on; without one, reads the page's class, `data-theme` and system setting again. */
  updateColorScheme(scheme?: ColorScheme): void;
  /** True once the frame accepts commands. */
  isReady(): boolean;
  /**
   * What keeps the chat from running on this page, the cause first, and what to do about it; `ok` first when nothing does.
   * Prints the same on the console. Never rejects. For whoever sets the chat up: it asks the server, and where the chat
   * does not show, puts a frame up out of sight for a moment. On a page where the chat runs it breaks no policy, unless it is
   * asked to find out about a screen of your own.
   */
  diagnose(options?: DiagnoseOptions): Promise<readonly Finding[]>;
  /** Removes the frame, every listener (after `destroy` was told) and every trace on the page. `init` may follow. */
  destroy(): void;
  /** That of the installed package. */
  readonly version: string;
}

/** What one widget is made with. */
export interface WidgetOptions {
  /** Used when a configuration names no `baseUrl`. The script tag passes the origin it came from. Default: none. */
  readonly defaultBaseUrl?: string | null;
}

/** Fetches what a chat needs beyond its launcher. */
export type LoadAttachment = () => Promise<{
  attach(options: AttachmentOptions): Attachment;
  readonly diagnose: Diagnose;
}>;

/** A chat on the page, or on its way there. */
interface Life {
  readonly config: StartConfig;
  /** Calls that wait for the attachment, which comes when the launcher stands. */
  readonly calls: Call[];
  attachment: Attachment | null;
  /** Ends the watch over the frame until then; with `true`, the frame goes as well. */
  leave: (remove: boolean) => void;
}

type Call = (attachment: Attachment) => void;

/** A widget of its own. Touches nothing until `init`. */
export function makeServiceWidget(load: LoadAttachment, options: WidgetOptions = {}): ServiceWidget {
  const events = createEmitter();
  let life: Life | null = null;
  let wasReady = false;
  /** What the frame has said about the configuration: one that reloads would say it again. */
  const told = new Set<string>();
  /** What was reported since the page last tried to start a chat: the latest of each code. */
  let said: Record<string, string> = {};

  const report = (error: WidgetEvents['error']): void => {
    said[error.code] = error.message;
    console.warn(`[ServiceWidget] ${error.code}: ${error.message}`);
    events.emit('error', error);
  };
  const fail = (code: StartErrorCode, more = ''): void =>
    report({ code, message: `${START_ERRORS[code]} ${more}`.trim() });

  const start = (config: StartConfig): void => {
    let loading = false;
    const mine: Life = { config, calls: [], attachment: null, leave: () => undefined };
    const end = (): void => {
      if (life === mine) rest();
    };
    life = mine;
    mine.leave = standFrame(
      config,
      async (standing) => {
        if (loading) return;
        loading = true;
        try {
          const { attach } = await load();
          if (life !== mine) return;
          mine.leave(false);
          mine.attachment = attach({ ...standing(), config, onReady, onEvent, onDropped, onError: report, onEnd: end });
          for (const call of mine.calls) call(mine.attachment);
        } catch {
          loading = false;
          const [{ code, what, toDo }] = unloaded();
          report({ code, message: `${what} ${toDo}` });
        }
      },
      () => {
        end();
        fail('container_missing', `containerId: "${config.containerId}".`);
      },
    );
    // There was no place for it.
    if (life !== mine) mine.leave(true);
  };
  /** The table of findings is in what did not come. */
  const unloaded = (): [Finding & { code: 'script_refused' }] => [
    { code: 'script_refused', ...SCRIPT_REFUSED, toDo: `Policy needed: script-src ${life?.config.baseUrl}` },
  ];
  const onDropped = (): void => fail('calls_dropped', `At most ${MESSAGE_LIMITS.outboxItems} can wait.`);
  const onReady = (): void => {
    // Once per life: a page that answers `ready` with a message must not say it again when the frame reloads.
    if (wasReady) return;
    wasReady = true;
    events.emit('ready', { version: VERSION });
  };
  const onEvent = ({ name, detail }: Extract<FrameMessage, { t: 'event' }>): void => {
    if (name === 'error') {
      if (detail.code !== 'config_invalid' || told.size !== told.add(detail.message).size) report(detail);
    }
    // The other two are the page's side to tell.
    else if (name !== 'ready' && name !== 'destroy') events.emit(name, detail);
  };

  const rest = (): void => {
    const ended = life;
    life = null;
    wasReady = false;
    told.clear();
    ended?.leave(true);
    ended?.attachment?.detach();
  };

  const whenStarted = (call: Call): void => {
    if (!life) fail('not_initialised');
    else if (life.attachment) call(life.attachment);
    else if (life.calls.push(call) > MESSAGE_LIMITS.outboxItems) {
      life.calls.pop();
      onDropped();
    }
  };
  const command = (command: HostMessage): void => whenStarted((attachment) => attachment.command(command));

  /** What a page passes may throw when it is read (getters, proxies); that is the page's error, and stays one event. */
  const safely = <Args extends readonly unknown[]>(name: string, body: (...args: Args) => void) => {
    return (...args: Args): void => {
      try {
        body(...args);
      } catch (error) {
        fail('call_invalid', `${name}(): ${error instanceof Error ? error.message : 'failed.'}`);
      }
    };
  };
  /** Ends a call that can't be carried out. */
  const demand = (holds: unknown, wish: string): void => {
    if (!holds) throw new Error(wish);
  };

  const begin = safely('init', (input) => {
    const pageOrigin = typeof window === 'undefined' ? 'null' : window.origin;
    const { config, problems } = readStartConfig(input, pageOrigin, options.defaultBaseUrl ?? null);
    if (life) {
      if (!sameConfig(config, life.config)) fail('already_initialised');
      return;
    }
    said = {};
    for (const { code, message } of problems) fail(code, message);
    if (config) start(config);
  });

  return {
    init(config) {
      begin(config);
      return life !== null;
    },
    open: () => command({ t: 'open' }),
    close: () => command({ t: 'close' }),
    toggle: () => command({ t: 'toggle' }),
    sendMessage: safely('sendMessage', (text) => {
      demand(
        typeof text === 'string' && text.trim() && text.length <= MESSAGE_LIMITS.textLength,
        `pass a text of at most ${MESSAGE_LIMITS.textLength} characters.`,
      );
      command({ t: 'send', text });
    }),
    updateContext: safely('updateContext', (given) => {
      const user = plainCopy(given);
      whenStarted((attachment) => attachment.tell({ user }));
    }),
    setQuestions: safely('setQuestions', (given) => {
      const questions = plainCopy(given);
      whenStarted((attachment) => attachment.tell({ questions }));
    }),
    registerTool(tool) {
      whenStarted((attachment) => attachment.setTool(tool));
      return () => whenStarted((attachment) => attachment.setTool(tool, true));
    },
    on(name, callback) {
      let ends = (): void => undefined;
      safely('on', () => {
        demand(WIDGET_EVENTS.includes(name), `the events are ${WIDGET_EVENTS.join(', ')}.`);
        demand(typeof callback === 'function', 'pass a function second.');
        events.on(name, callback);
        if (name === 'ready' && wasReady)
          events.tellLater('ready', callback as Listener<'ready'>, { version: VERSION });
        ends = () => events.off(name, callback);
      })();
      return ends;
    },
    off(name, callback) {
      events.off(name, callback);
    },
    identify: (getToken) => whenStarted((attachment) => attachment.identify(getToken)),
    logout: () => whenStarted((attachment) => attachment.logout()),
    updateColorScheme: (scheme) => whenStarted((attachment) => attachment.updateColorScheme(scheme)),
    isReady: () => !!life?.attachment?.isReady(),
    diagnose: (options) =>
      load()
        .then((part) => part.diagnose(life, said, options))
        .catch(unloaded),
    destroy() {
      if (!life) return;
      rest();
      events.emit('destroy', {});
      events.clear();
    },
    version: VERSION,
  };
}
