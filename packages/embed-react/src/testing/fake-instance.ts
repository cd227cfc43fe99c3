/** One widget of the page: every component with a configuration of its own has one, and all of them are the same fake. */
import type { AnyTool, ServiceConfig, ServiceWidgetApi, WidgetEventName, WidgetEvents } from '@service/embed-js';
import { explainProblem, readConfig } from '@service/protocol';
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
  return {
    events,
    registered,
    emit,
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
      for (const problem of read.problems) emit('error', { code: 'config_invalid', message: explainProblem(problem) });
      if (!read.ok || config) return config !== null;
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

function commandsOf(chat: Chat, host: FakeHost): ServiceWidgetApi {
  const { events, registered } = chat;
  const recorded = (name: string) => (given?: unknown) => host.record(name, ...(given === undefined ? [] : [given]));
  return {
    init: chat.begin,
    open(how) {
      host.record('open', ...(how?.prefill === undefined ? [] : [{ prefill: how.prefill }]));
      chat.show(() => true);
      return chat.config() !== null;
    },
    close() {
      host.record('close');
      chat.show(() => false);
    },
    toggle() {
      host.record('toggle');
      chat.show(() => !chat.isOpen());
    },
    sendMessage: recorded('sendMessage'),
    prefill: recorded('prefill'),
    updateContext: recorded('updateContext'),
    identify: recorded('identify'),
    logout: () => host.record('logout'),
    setQuestions: recorded('setQuestions'),
    updateColorScheme: recorded('updateColorScheme'),
    registerTool(tool) {
      host.record('registerTool', tool);
      registered.add(tool);
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
  return {
    listen(name: WidgetEventName, listener: Listen): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    end: (name: WidgetEventName, listener: Listen): void => void listeners.get(name)?.delete(listener),
    clear: (): void => listeners.clear(),
    /** What a listener throws is reported and stops no other one, as in the real widget. */
    tell(name: WidgetEventName, detail: unknown): void {
      for (const listener of [...(listeners.get(name) ?? [])])
        try {
          listener(detail as never);
        } catch (error) {
          console.error(`[ServiceWidget] on("${name}"):`, error);
        }
    },
  };
}
