/** One widget per configuration and page for all components that use the hook with equal configurations. */
import {
  type AnyTool,
  type ColorScheme,
  createServiceWidget,
  type ServiceConfig,
  type ServiceWidgetApi,
  type SiteIdentity,
  type UserContext,
  type WidgetEventName,
} from '@service/embed-js';
import {
  comparableText,
  createChangeFilter,
  createIdentitySync,
  createSharedInstances,
  describeTool,
  latestTool,
} from '@service/protocol';
import { replacement } from './replacement.js';
import { INITIAL_STATE, reduceState, type StateEvent, type WidgetState } from './widget-state.js';

const MAX_QUEUED_CALLS = 100;

const STATE_EVENTS = ['ready', 'open', 'close', 'unread', 'handoff', 'error', 'destroy'] as const;

/** What the page may change while the chat lives. */
interface LiveOptions {
  tools?: readonly AnyTool[] | undefined;
  user?: UserContext | undefined;
  questions?: readonly string[] | undefined;
  colorScheme?: ColorScheme | undefined;
  identity?: SiteIdentity | null | undefined;
}

export class SharedWidget {
  readonly widget: ServiceWidgetApi = replacement.make ? replacement.make() : createServiceWidget();
  /** In a test, those of another one are no part of this page. */
  readonly page: number = replacement.count;
  private state: WidgetState = INITIAL_STATE;
  private readonly listeners = new Set<() => void>();
  /** Null while the widget is in the page. */
  private queuedCalls: (() => void)[] | null = [];
  /** False: the options allow no chat. A call would only hide the error that says why. */
  private hasChat = true;
  private filterChange = createChangeFilter({});
  private filterUser = createChangeFilter({});
  /** The fields of `user` that the widget has, empty after a logout. */
  private userFields: readonly string[] = [];
  private readonly setIdentity = createIdentitySync(
    (getToken) => this.call((widget) => widget.identify(getToken)),
    () => {
      this.logout();
      // What follows is about another person, even where it is the same.
      this.filterUser = createChangeFilter({});
    },
  );

  private readonly config: ServiceConfig;
  /** As the latest render wrote them. */
  private tools: readonly AnyTool[];

  constructor(given: ServiceConfig) {
    const { tools } = given;
    this.tools = Array.isArray(tools) ? tools : [];
    const latest = this.tools.map((tool, i) => latestTool(() => this.tools[i] ?? tool));
    this.config = Array.isArray(tools) ? { ...given, tools: latest } : given;
  }

  // Arrow functions: React calls these two without `this`.
  readonly getState = (): WidgetState => this.state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Runs a call now, or once the widget is in the page: the effects of child components run before ours. */
  call(run: (widget: ServiceWidgetApi) => void): void {
    if (!this.hasChat) return;
    if (this.queuedCalls === null) run(this.widget);
    else if (this.queuedCalls.length < MAX_QUEUED_CALLS) this.queuedCalls.push(() => run(this.widget));
  }

  /** Offers a tool, now or once the widget is in the page. Returns the way to take it back. */
  registerTool(tool: AnyTool): () => void {
    let unregister: (() => void) | null = () => undefined;
    this.call((widget) => {
      if (unregister) unregister = widget.registerTool(tool);
    });
    return () => {
      unregister?.();
      unregister = null;
    };
  }

  /** Puts the widget into the page, into `container` if there is one. Does nothing when it is there. */
  start(identity: LiveOptions['identity'], container?: HTMLElement | null): void {
    const { queuedCalls, config } = this;
    if (queuedCalls === null) return;
    for (const name of STATE_EVENTS)
      this.widget.on(name as WidgetEventName, (detail) => this.dispatch({ name, detail } as StateEvent));
    const { user, questions, colorScheme } = config;
    this.filterUser = createChangeFilter({ user });
    this.filterChange = createChangeFilter({ questions, colorScheme });
    this.userFields = fieldsOf(user);
    this.queuedCalls = null;
    this.hasChat = this.widget.init(container ? { ...config, containerId: container } : config);
    this.dispatch({ name: 'started', chat: this.hasChat });
    if (!this.hasChat) return;
    if ((config.mode ?? 'chat-widget') === 'chat-widget' && config.launcher !== false) warnOfSecond(this);
    // Before the queued calls, or a user who logs in would become an anonymous visitor first.
    this.setIdentity(identity);
    for (const call of queuedCalls) call();
  }

  /** Passes on what has changed by value. */
  update({ user, questions, colorScheme, identity, tools }: LiveOptions): void {
    if (Array.isArray(tools)) this.tools = tools;
    // First: what the page says of the next person must not reach the conversation of the last one.
    this.setIdentity(identity);
    this.filterUser('user', user, (value) => this.setUser(value));
    this.filterChange('questions', questions, (value) => this.call((widget) => widget.setQuestions(value)));
    this.filterChange('colorScheme', colorScheme, (value) => this.call((widget) => widget.updateColorScheme(value)));
  }

  logout(): void {
    this.userFields = [];
    this.call((widget) => widget.logout());
  }

  /** In place of what the widget has: `updateContext` alone would keep the fields that are gone. */
  private setUser(user: UserContext): void {
    const fields = fieldsOf(user);
    const gone = this.userFields.filter((field) => !fields.includes(field));
    this.userFields = fields;
    this.call((widget) =>
      widget.updateContext(
        gone.length > 0 ? { ...Object.fromEntries(gone.map((field) => [field, null])), ...user } : user,
      ),
    );
  }

  destroy(): void {
    launchers.delete(this);
    this.widget.destroy();
    // Calls of components that are gone have no effect any more.
    this.queuedCalls = [];
    this.dispatch({ name: 'destroy', detail: {} });
  }

  private dispatch(event: StateEvent): void {
    const next = reduceState(this.state, event);
    if (next === this.state) return;
    this.state = next;
    for (const listener of [...this.listeners]) listener();
  }
}

/** Those with a value. What can't be read has none. */
function fieldsOf(user: unknown): readonly string[] {
  try {
    return Object.entries(user as object).flatMap(([field, value]) => (value == null || value === '' ? [] : [field]));
  } catch {
    return [];
  }
}

/** Widgets with a launcher that are in the page. */
const launchers = new Set<SharedWidget>();

function warnOfSecond(widget: SharedWidget): void {
  launchers.add(widget);
  // The one that it takes the place of ends in a moment.
  setTimeout(() => {
    if ([...launchers].filter(({ page }) => page === widget.page).indexOf(widget) > 0)
      console.warn(
        '[ServiceWidget] There is a second launcher on this page, on top of the first: its configuration differs. ' +
          'Put one <ServiceWidgetProvider> above both components, and call useServiceWidget() without a configuration.',
      );
  });
}

/** Configurations with the same key share a widget. Options that may change while it lives are not in the key. */
export function configKey({ user, questions, colorScheme, ...fixed }: ServiceConfig): string {
  // One by one: an option that can't be compared must not hide the others.
  const texts = Object.entries(fixed).map(([name, value]) =>
    comparableText([name, name === 'tools' && Array.isArray(value) ? value.map(describeTool) : value], (part) =>
      isElement(part) ? keyOfElement(part) : part,
    ),
  );
  return [replacement.count, ...texts.sort()].join();
}

/** React hangs its own objects, which hold each other, on the elements of a page. */
const isElement = (value: unknown): value is Element => typeof Element !== 'undefined' && value instanceof Element;

const elementKeys = new WeakMap<Element, number>();
let lastKey = 0;
function keyOfElement(element: Element): number {
  const key = elementKeys.get(element) ?? ++lastKey;
  elementKeys.set(element, key);
  return key;
}

export const sharedWidgets = createSharedInstances(
  (config: ServiceConfig) => new SharedWidget(config),
  (shared) => shared.destroy(),
);
