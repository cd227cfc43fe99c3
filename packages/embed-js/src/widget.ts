/**
 * The public functions, and what each does before, during and after the chat's life in the page. What must be true:
 * nothing is thrown into the page, whatever it passes; every failure is an `error` event and one line on the console.
 */
import {
  COLOR_SCHEMES,
  type ColorScheme,
  embedError,
  type HostMessage,
  PAGE_LIMITS,
  type PageErrorCode,
  readQuestions,
  readUserContext,
  type ServiceConfig,
  type UserContext,
  WIDGET_EVENTS,
  type WidgetEventName,
} from '@service/protocol';
import { type Attachment, attach } from './attachment.js';
import { createEmitter, type Listener } from './events.js';
import { readStartConfig, type StartConfig, sameConfig } from './start-config.js';
import { VERSION } from './version.js';

export interface ServiceWidget {
  /**
   * Makes the frame and attaches it, as soon as the page has a body (or the element named by `containerId`). The same
   * configuration again does nothing; another one is the error `already_initialised`. Returns whether there is a chat now,
   * or will be when the page has been parsed; if not, the event `error` says why.
   */
  init(config: ServiceConfig): boolean;
  /** Opens the panel. Before `ready`, this and the following calls are kept and carried out in order. */
  open(): void;
  close(): void;
  toggle(): void;
  /** Sends a message of the visitor, at most 8,000 characters. Does not open the panel. */
  sendMessage(text: string): void;
  /** Adds to what the page says about its visitor; a claim, not an identity. */
  updateContext(user: UserContext): void;
  /** Replaces the suggested questions; an empty list removes them. */
  setQuestions(questions: readonly string[]): void;
  /**
   * Subscribes and returns the function that ends it. `ready` is also told to whoever subscribes later, and errors
   * nobody has heard go to the first listener of `error`; both after the current code has run.
   */
  on<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): () => void;
  off<Name extends WidgetEventName>(event: Name, callback: Listener<Name>): void;
  /** Uses the given scheme from now on; without one, reads the page's class, `data-theme` and system setting again. */
  updateColorScheme(scheme?: ColorScheme): void;
  /** True once the frame accepts commands. */
  isReady(): boolean;
  /** Removes the frame, every listener (after `destroy` was told) and every trace on the page. `init` may follow. */
  destroy(): void;
  readonly version: string;
}

export interface WidgetOptions {
  /** Used when a configuration names no `baseUrl`. The script tag passes the origin it came from. */
  readonly defaultBaseUrl?: string | null;
}

type Life =
  | { readonly at: 'rest' }
  /** The page has no body yet, or not the container. Commands wait in `attachment`'s stead. */
  | { readonly at: 'waiting'; readonly config: StartConfig; readonly calls: Call[]; readonly stop: () => void }
  | { readonly at: 'page'; readonly config: StartConfig; readonly attachment: Attachment };

type Call = (attachment: Attachment) => void;

/** A widget of its own. Touches nothing until `init`. */
export function createServiceWidget(options: WidgetOptions = {}): ServiceWidget {
  const events = createEmitter();
  let life: Life = { at: 'rest' };
  let wasReady = false;

  const fail = (code: PageErrorCode, more = ''): void => {
    const error = embedError(code, more);
    console.warn(`[ServiceWidget] ${code}: ${error.message}`);
    events.emit('error', error);
  };

  const start = (config: StartConfig): void => {
    const mount = findMount(config);
    if (mount) {
      enter(config, mount);
      return;
    }
    if (document.readyState !== 'loading') {
      fail('container_missing', `containerId: "${config.containerId}".`);
      return;
    }
    const calls: Call[] = [];
    const parsed = (): void => {
      stop();
      life = { at: 'rest' };
      const late = findMount(config);
      if (!late) return fail('container_missing', `containerId: "${config.containerId}".`);
      enter(config, late);
      for (const call of calls) whenStarted(call);
    };
    const stop = (): void => document.removeEventListener('DOMContentLoaded', parsed);
    document.addEventListener('DOMContentLoaded', parsed);
    life = { at: 'waiting', config, calls, stop };
  };

  const enter = (config: StartConfig, mount: HTMLElement): void => {
    const attachment = attach({
      page: window,
      config: config.frame,
      baseUrl: config.baseUrl,
      mount,
      onReady() {
        // Once per life: a page that answers `ready` with a message must not say it again when the frame reloads.
        if (wasReady) return;
        wasReady = true;
        events.emit('ready', { version: VERSION });
      },
      onEvent(event) {
        // These two are the page's side to tell.
        if (event.name === 'ready' || event.name === 'destroy') return;
        if (event.name === 'error') console.warn(`[ServiceWidget] ${event.detail.code}: ${event.detail.message}`);
        events.emit(event.name, event.detail as never);
      },
      onError: fail,
      onEnd() {
        rest();
      },
    });
    life = { at: 'page', config, attachment };
  };

  const rest = (): void => {
    if (life.at === 'waiting') life.stop();
    if (life.at === 'page') life.attachment.detach();
    life = { at: 'rest' };
    wasReady = false;
  };

  const whenStarted = (call: Call): void => {
    if (life.at === 'page') call(life.attachment);
    else if (life.at === 'rest') fail('not_initialised');
    else if (life.calls.length < PAGE_LIMITS.outboxItems) life.calls.push(call);
    else fail('calls_dropped', `At most ${PAGE_LIMITS.outboxItems} can wait.`);
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
  const complain =
    (name: string) =>
    (_field: string, message: string): null => {
      fail('call_invalid', `${name}(): ${message}`);
      return null;
    };

  const subscribable = (name: WidgetEventName, callback: unknown): boolean => {
    if (!WIDGET_EVENTS.includes(name)) fail('call_invalid', `on(): the events are ${WIDGET_EVENTS.join(', ')}.`);
    else if (typeof callback !== 'function') fail('call_invalid', 'on(): the second argument must be a function.');
    else return true;
    return false;
  };

  const begin = safely('init', (input) => {
    const pageOrigin = typeof window === 'undefined' ? 'null' : window.origin;
    const { config, problems } = readStartConfig(input, pageOrigin, options.defaultBaseUrl ?? null);
    if (life.at !== 'rest') {
      if (!sameConfig(config, life.config)) fail('already_initialised');
      return;
    }
    for (const { code, message } of problems) fail(code, message);
    if (config) start(config);
  });

  return {
    init(config) {
      begin(config);
      return life.at !== 'rest';
    },
    open: () => command({ t: 'open' }),
    close: () => command({ t: 'close' }),
    toggle: () => command({ t: 'toggle' }),
    sendMessage: safely('sendMessage', (text) => {
      if (typeof text !== 'string' || text.trim() === '') complain('sendMessage')('text', 'pass a text.');
      else if (text.length > PAGE_LIMITS.textLength)
        complain('sendMessage')('text', `pass at most ${PAGE_LIMITS.textLength} characters.`);
      else command({ t: 'send', text });
    }),
    updateContext: safely('updateContext', (given) => {
      const user = readUserContext(given ?? 'nothing', complain('updateContext'));
      if (user) whenStarted((attachment) => attachment.setUser(user));
    }),
    setQuestions: safely('setQuestions', (given) => {
      const questions = readQuestions(given ?? 'nothing', complain('setQuestions'));
      if (questions) whenStarted((attachment) => attachment.setQuestions(questions));
    }),
    on(name, callback) {
      if (!subscribable(name, callback)) return () => undefined;
      events.on(name, callback);
      if (name === 'ready' && wasReady) events.tellLater('ready', callback as Listener<'ready'>, { version: VERSION });
      return () => events.off(name, callback);
    },
    off(name, callback) {
      events.off(name, callback);
    },
    updateColorScheme: safely('updateColorScheme', (scheme) => {
      if (scheme !== undefined && !COLOR_SCHEMES.includes(scheme))
        complain('updateColorScheme')('scheme', `use one of ${COLOR_SCHEMES.join(', ')}.`);
      else whenStarted((attachment) => attachment.updateColorScheme(scheme));
    }),
    isReady: () => life.at === 'page' && life.attachment.isReady(),
    destroy() {
      if (life.at === 'rest') return;
      rest();
      events.emit('destroy', {});
      events.clear();
    },
    version: VERSION,
  };
}

/** The element to mount in, or null when the page does not have it (yet). An id is looked up as it is, never as a selector. */
function findMount({ containerId }: StartConfig): HTMLElement | null {
  return containerId === null ? document.body : document.getElementById(containerId);
}
