/** One widget of the page: every component with a configuration of its own has one, and all of them are the same fake. */
import type { AnyTool, ServiceConfig, ServiceWidgetApi, WidgetEventName, WidgetEvents } from '@service/embed-js';
import {
  comparableText,
  EMBED_ERRORS,
  type EmbedErrorCode,
  explainProblem,
  isBlank,
  MESSAGE_LIMITS,
  readConfig,
} from '@service/protocol';
import { completeDetail, FAKE_VERSION, isEvent } from './fake-events.js';

export interface FakeHost {
  readonly readyByItself: boolean;
  record(name: string, ...args: readonly unknown[]): void;
}

/** A widget, and what the test needs of it besides. */
export interface FakeInstance extends ServiceWidgetApi {
  readonly config: ServiceConfig | null;
  readonly tools: readonly AnyTool[];
  readonly isOpen: boolean;
  emit<Name extends WidgetEventName>(name: Name, detail?: Partial<WidgetEvents[Name]>): void;
}

type Listen = (detail: never) => void;

type Chat = ReturnType<typeof createChat>;

/** The chat behind the functions: what it was begun with, and whether its panel is open. */
function createChat(host: FakeHost) {
  const events = createEvents();
  const registered = new Set<AnyTool>();
  let config: ServiceConfig | null = null;
  let isReady = false;
  let isOpen = false;
  /** What was asked for before `ready`. */
  let waiting: (() => void)[] = [];
  const emit: FakeInstance['emit'] = (name, given) => {
    if (!isEvent(name)) return;
    if (name === 'open') isOpen = true;
    if (name === 'close') isOpen = false;
    if (name === 'ready') isReady = true;
    events.tell(name, completeDetail(name, given));
    if (name !== 'ready') return;
    const runs = waiting;
    waiting = [];
    for (const run of runs) run();
  };
  const fail = (code: EmbedErrorCode, more = ''): void => {
    const message = `${EMBED_ERRORS[code]} ${more}`.trim();
    console.warn(`[ServiceWidget] ${code}: ${message}`);
    emit('error', { code, message });
  };
  return {
    events,
    registered,
    emit,
    fail,
    config: () => config,
    isReady: () => isReady,
    isOpen: () => isOpen,
    /** `open`: asked when the panel may be. */
    show(open: () => boolean): void {
      const run = (): void => {
        if (isOpen !== open()) emit(isOpen ? 'close' : 'open');
      };
      if (isReady) run();
      else waiting.push(run);
    },
    begin(given: ServiceConfig): boolean {
      const read = readConfig(given);
      if (config) {
        if (asText(given) !== asText(config)) fail('already_initialised');
        return true;
      }
      for (const problem of read.problems) fail('config_invalid', explainProblem(problem));
      if (!read.ok) return false;
      config = given;
      if (host.readyByItself) emit('ready');
      return true;
    },
    end(): void {
      emit('destroy');
      events.clear();
      registered.clear();
      [config, isReady, isOpen, waiting] = [null, false, false, []];
    },
  };
}

export function createFakeInstance(host: FakeHost): FakeInstance {
  const chat = createChat(host);
  return {
    ...commandsOf(chat, host),
    get config() {
      return chat.config();
    },
    get tools() {
      const tools = chat.config()?.tools;
      return [...(Array.isArray(tools) ? tools : []), ...chat.registered];
    },
    get isOpen() {
      return chat.isOpen();
    },
    emit: chat.emit,
  };
}

/** The same whatever the order of the fields. */
const asText = (config: ServiceConfig): string =>
  comparableText(Object.entries(config).sort(([a], [b]) => (a < b ? -1 : 1)));

function commandsOf(chat: Chat, host: FakeHost): ServiceWidgetApi {
  const { events, registered } = chat;
  /** False: it has no effect, and the event `error` says why. */
  const asked = (name: string, ...args: readonly unknown[]): boolean => {
    if (chat.config()) host.record(name, ...args);
    else chat.fail('not_initialised');
    return chat.config() !== null;
  };
  const recorded = (name: string) => (given?: unknown) => void asked(name, ...(given === undefined ? [] : [given]));
  const written = (name: 'sendMessage' | 'prefill') => (text: string) => {
    const isText = typeof text === 'string' && text.length <= MESSAGE_LIMITS.textLength;
    if (!chat.config() || (isText && (name === 'prefill' || !isBlank(text)))) asked(name, text);
    else chat.fail('call_invalid', `${name}(): a text of at most ${MESSAGE_LIMITS.textLength} characters is needed.`);
  };
  const show = (name: string, open: () => boolean, ...args: readonly unknown[]): boolean => {
    const isThere = asked(name, ...args);
    if (isThere) chat.show(open);
    return isThere;
  };
  return {
    init: chat.begin,
    open: (how) => show('open', () => true, ...(how?.prefill === undefined ? [] : [{ prefill: how.prefill }])),
    close: () => void show('close', () => false),
    toggle: () => void show('toggle', () => !chat.isOpen()),
    sendMessage: written('sendMessage'),
    prefill: written('prefill'),
    updateContext: recorded('updateContext'),
    identify: recorded('identify'),
    logout: () => void asked('logout'),
    setQuestions: recorded('setQuestions'),
    updateColorScheme: recorded('updateColorScheme'),
    registerTool(tool) {
      if (asked('registerTool', tool)) registered.add(tool);
      return () => void registered.delete(tool);
    },
    on(name, listener) {
      events.listen(name, listener as Listen);
      if (name === 'ready' && chat.isReady())
        queueMicrotask(() => (listener as Listen)(completeDetail('ready') as never));
      return () => events.end(name, listener as Listen);
    },
    off: (name, listener) => events.end(name, listener as Listen),
    isReady: chat.isReady,
    diagnose: () => Promise.resolve([]),
    destroy() {
      host.record('destroy');
      chat.end();
    },
    version: FAKE_VERSION,
  };
}

function createEvents() {
  const listeners = new Map<WidgetEventName, Set<Listen>>();
  /** Errors from before the first listener, who gets them. */
  let unheard: unknown[] = [];
  return {
    listen(name: WidgetEventName, listener: Listen): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
      if (name !== 'error') return;
      for (const error of unheard) queueMicrotask(() => listener(error as never));
      unheard = [];
    },
    end: (name: WidgetEventName, listener: Listen): void => void listeners.get(name)?.delete(listener),
    clear(): void {
      listeners.clear();
      unheard = [];
    },
    /** What a listener throws is reported and stops no other one, as in the real widget. */
    tell(name: WidgetEventName, detail: unknown): void {
      if (name === 'error' && !listeners.get(name)?.size) unheard.push(detail);
      for (const listener of [...(listeners.get(name) ?? [])])
        try {
          listener(detail as never);
        } catch (error) {
          console.error(`[ServiceWidget] on("${name}"):`, error);
        }
    },
  };
}
