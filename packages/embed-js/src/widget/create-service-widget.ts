/** The public functions. Nothing is thrown into the page, whatever it passes. */
import { type PageCommand, SCRIPT_REFUSED } from '@service/protocol';
import type { DiagnoseOptions } from '../diagnosis/diagnose.js';
import type { Finding } from '../diagnosis/finding.js';
import { pageOrigin } from '../host/page-origin.js';
import { removeUnreadMarker } from '../start/page-storage.js';
import { VERSION } from '../version.js';
import { type Call, type Chat, type ChatParts, createChat } from './chat.js';
import { plainCopy, readStartConfig } from './configuration.js';
import { createEmitter, type Listener } from './emitter.js';
import type { ServiceWidgetApi, WidgetOptions } from './service-widget.js';

/** A widget of its own. Touches nothing until `init`. */
export function createWidget(parts: ChatParts, options: WidgetOptions = {}): ServiceWidgetApi {
  const events = createEmitter();
  const chat = createChat(parts, events);
  /** What asks for the chat makes its frame. */
  const wake = (call: Call): boolean => {
    const taken = chat.call(call);
    chat.started?.makeFrame();
    return taken;
  };
  const command = (t: PageCommand['t'], text?: string): boolean => {
    // Asked now: the frame may come long after the visitor's click.
    const byVisitor = globalThis.navigator?.userActivation?.isActive;
    return wake((controller) => controller.command({ t, text } as PageCommand, byVisitor));
  };
  const safely = <Args extends readonly unknown[]>(name: string, body: (...args: Args) => void) =>
    guarded(chat, name, body);
  const update = (name: string, field: 'user' | 'questions') =>
    safely(name, (given) => {
      const news = { [field]: plainCopy(given) };
      chat.call((controller) => controller.update(news));
    });
  const begin = safely('init', (input) => startWith(chat, input, options.defaultBaseUrl));
  const subscribe = safely('on', (name, callback) => {
    if (typeof callback !== 'function') throw TypeError('pass a function.');
    events.on(name as 'ready', callback as Listener<'ready'>);
    if (name === 'ready' && chat.started?.controller?.wasReady)
      events.emitLater(name, callback as Listener<'ready'>, { version: VERSION });
  });

  return {
    init(config) {
      begin(config);
      return !!chat.started;
    },
    open: (how) => (how?.prefill && command('prefill', how.prefill), command('open')),
    close: () => chat.call((controller) => controller.command({ t: 'close' })),
    toggle: () => command('toggle'),
    sendMessage: (text) => command('send', text),
    prefill: (text) => command('prefill', text),
    updateContext: update('updateContext', 'user'),
    setQuestions: update('setQuestions', 'questions'),
    registerTool(tool) {
      const set = (gone?: true): boolean => chat.call((controller) => controller.setTool(tool, gone));
      set();
      return () => set(true);
    },
    on(name, callback) {
      subscribe(name, callback);
      return () => events.off(name, callback);
    },
    off: events.off,
    identify: (getToken) => chat.call((controller) => controller.identify(getToken)),
    logout() {
      if (chat.started) removeUnreadMarker(chat.started.config.inboxId);
      wake((controller) => controller.logout());
    },
    updateColorScheme(scheme) {
      chat.started?.updateColorScheme(scheme);
      chat.call((controller) => controller.updateColorScheme(scheme));
    },
    isReady: () => !!chat.started?.controller?.isReady(),
    diagnose: (how) => diagnose(chat, parts, options.defaultBaseUrl, how),
    destroy() {
      chat.end();
      events.emit('destroy', {});
      events.clear();
    },
    version: VERSION,
  };
}

const diagnose = (
  chat: Chat,
  parts: ChatParts,
  defaultBaseUrl: string | null | undefined,
  how?: DiagnoseOptions,
): Promise<readonly Finding[]> =>
  parts
    .controller()
    .then((part) => part.diagnose(chat.started, chat.errors, how))
    .catch(() => [
      // A finding of its own: the other findings are in what did not load.
      {
        code: 'script_refused',
        severity: 'blocks',
        message: SCRIPT_REFUSED,
        fix: `Allow script-src ${chat.started?.config.baseUrl ?? defaultBaseUrl}`,
      },
    ]);

function startWith(chat: Chat, input: unknown, defaultBaseUrl: string | null | undefined): void {
  const { config, problems } = readStartConfig(input, pageOrigin(), defaultBaseUrl);
  // Ends a chat whose frame the page has removed with its container: that starts anew.
  if (chat.started) chat.call((controller) => controller.compare(config));
  if (chat.started) return chat.started.again?.();
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
      chat.fail('call_invalid', `${name}(): ${(error as Error | null)?.message ?? 'failed.'}`);
    }
  };
}
