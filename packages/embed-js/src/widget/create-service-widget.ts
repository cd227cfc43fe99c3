/** The public functions. Nothing is thrown into the page, whatever it passes. */
import { type HostMessage, MESSAGE_LIMITS, WIDGET_EVENTS } from '@service/protocol';
import { VERSION } from '../version.js';
import { type Chat, createChat, type LoadController, scriptRefused } from './chat.js';
import { isSameConfig, plainCopy, readStartConfig } from './configuration.js';
import { createEmitter, type Listener } from './emitter.js';
import type { ServiceWidget, WidgetOptions } from './service-widget.js';

/** A widget of its own. Touches nothing until `init`. */
export function createWidget(load: LoadController, options: WidgetOptions = {}): ServiceWidget {
  const events = createEmitter();
  const chat = createChat(load, events);
  const command = (command: HostMessage): void => chat.call((controller) => controller.command(command));

  const safely = <Args extends readonly unknown[]>(name: string, body: (...args: Args) => void) =>
    guarded(chat, name, body);
  const begin = safely('init', (input) => startWith(chat, input, options.defaultBaseUrl ?? null));
  const subscribe = safely('on', (name, callback) => {
    demand(WIDGET_EVENTS.includes(name as never), `the events are ${WIDGET_EVENTS.join(', ')}.`);
    demand(typeof callback === 'function', 'pass a function second.');
    events.on(name as 'ready', callback as Listener<'ready'>);
    if (name === 'ready' && chat.isReady) events.emitLater(name, callback as Listener<'ready'>, { version: VERSION });
  });

  return {
    init(config) {
      begin(config);
      return chat.started !== null;
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
      chat.call((controller) => controller.update({ user }));
    }),
    setQuestions: safely('setQuestions', (given) => {
      const questions = plainCopy(given);
      chat.call((controller) => controller.update({ questions }));
    }),
    registerTool(tool) {
      chat.call((controller) => controller.setTool(tool));
      return () => chat.call((controller) => controller.setTool(tool, true));
    },
    on(name, callback) {
      subscribe(name, callback);
      return () => events.off(name, callback);
    },
    off: (name, callback) => events.off(name, callback),
    identify: (getToken) => chat.call((controller) => controller.identify(getToken)),
    logout: () => chat.call((controller) => controller.logout()),
    updateColorScheme: (scheme) => chat.call((controller) => controller.updateColorScheme(scheme)),
    isReady: () => !!chat.started?.controller?.isReady(),
    diagnose: (options) =>
      load()
        .then((part) => part.diagnose(chat.started, chat.errors, options))
        .catch(() => [scriptRefused(chat.started?.config)]),
    destroy() {
      if (!chat.started) return;
      chat.end();
      events.emit('destroy', {});
      events.clear();
    },
    version: VERSION,
  };
}

function startWith(chat: Chat, input: unknown, defaultBaseUrl: string | null): void {
  const pageOrigin = typeof window === 'undefined' ? 'null' : window.origin;
  const { config, problems } = readStartConfig(input, pageOrigin, defaultBaseUrl);
  if (chat.started) {
    if (!isSameConfig(config, chat.started.config)) chat.fail('already_initialised');
    return;
  }
  chat.errors = {};
  for (const { code, message } of problems) chat.fail(code, message);
  if (config) chat.start(config);
}

/** What a page passes may throw when it is read (getters, proxies): that becomes one `error` event. */
function guarded<Args extends readonly unknown[]>(chat: Chat, name: string, body: (...args: Args) => void) {
  return (...args: Args): void => {
    try {
      body(...args);
    } catch (error) {
      chat.fail('call_invalid', `${name}(): ${error instanceof Error ? error.message : 'failed.'}`);
    }
  };
}

/** Ends a call that can't be carried out. */
function demand(holds: unknown, expected: string): void {
  if (!holds) throw new Error(expected);
}
