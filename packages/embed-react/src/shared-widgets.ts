/**
 * One widget per configuration and page, however many components use the hook. What must be true: taking it in a render
 * has no effect; StrictMode's second mount and a route change find the frame still there; after the grace nothing is left.
 */
import {
  type ColorScheme,
  createServiceWidget,
  type ServiceConfig,
  type ServiceWidget,
  type SiteIdentity,
  type UserContext,
  type WidgetEventName,
} from '@service/embed-js';
import { afterNews, RESTING, type WidgetNews, type WidgetState } from './widget-state.js';

/** How long the widget stays when nobody uses the hook any more: a route may take a moment to load. */
export const GRACE_MS = 3_000;
/** Calls kept until the widget is in the page. */
const CALLS_KEPT = 100;

const STATE_EVENTS = ['ready', 'open', 'close', 'unread', 'handoff', 'error', 'destroy'] as const;

/** What the page may change while the chat lives, each with the function of the widget that does it. */
interface Told {
  user?: UserContext | undefined;
  questions?: readonly string[] | undefined;
  colorScheme?: ColorScheme | undefined;
  identity?: SiteIdentity | null | undefined;
}

export class SharedWidget {
  readonly widget: ServiceWidget = createServiceWidget();
  private state: WidgetState = RESTING;
  private readonly changed = new Set<() => void>();
  private calls: (() => void)[] | null = [];
  private holders = 0;
  private ending: ReturnType<typeof setTimeout> | null = null;
  private told: Told = {};

  constructor(
    private readonly key: string,
    private readonly config: ServiceConfig,
  ) {}

  // These are handed to hooks as they are, without their owner.
  readonly getState = (): WidgetState => this.state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.changed.add(listener);
    return () => void this.changed.delete(listener);
  };

  /** Carries a call out now, or as soon as the widget is in the page: effects of children run before ours. */
  call(run: (widget: ServiceWidget) => void): void {
    if (this.calls === null) run(this.widget);
    else if (this.calls.length < CALLS_KEPT) this.calls.push(() => run(this.widget));
  }

  hold(identity?: Told['identity']): () => void {
    if (this.ending !== null) clearTimeout(this.ending);
    this.ending = null;
    this.holders += 1;
    if (this.calls !== null) this.start(identity);
    return () => {
      this.holders -= 1;
      if (this.holders > 0) return;
      // An embedded frame goes with its element, so only StrictMode's second mount is worth waiting for.
      this.ending = setTimeout(() => this.end(), this.config.mode === 'embedded' ? 0 : GRACE_MS);
    };
  }

  /** Passes on what has changed by value. Who says nothing has not unsaid what another component said. */
  tell({ user, questions, colorScheme, identity }: Told): void {
    const { told } = this;
    const isNew = (name: keyof Told, value: unknown): boolean =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(told[name]);
    if (user && isNew('user', user)) this.call((widget) => widget.updateContext(user));
    if (questions && isNew('questions', questions)) this.call((widget) => widget.setQuestions(questions));
    if (colorScheme && isNew('colorScheme', colorScheme)) this.call((widget) => widget.updateColorScheme(colorScheme));
    if (identity !== undefined) this.tellIdentity(identity);
    this.told = {
      identity: this.told.identity,
      user: user ?? told.user,
      questions: questions ?? told.questions,
      colorScheme: colorScheme ?? told.colorScheme,
    };
  }

  /** By whom it names; a function is a new one in every render, and the newest is asked. */
  private tellIdentity(identity: SiteIdentity | null): void {
    const before = this.told.identity?.user;
    this.told = { ...this.told, identity };
    if (identity?.user === before) return;
    if (before !== undefined) this.call((widget) => widget.logout());
    if (identity) this.call((widget) => widget.identify((question) => this.told.identity?.getToken(question) ?? null));
  }

  private start(identity: Told['identity']): void {
    for (const name of STATE_EVENTS)
      this.widget.on(name as WidgetEventName, (detail) => this.take({ name, detail } as WidgetNews));
    const { user, questions, colorScheme } = this.config;
    this.told = { user, questions, colorScheme };
    const kept = this.calls ?? [];
    this.calls = null;
    this.take({ name: 'started', chat: this.widget.init(this.config) });
    // Before whatever else was called: who is about to be identified must not begin as somebody else.
    if (identity) this.tellIdentity(identity);
    for (const call of kept) call();
  }

  private end(): void {
    if (widgets.get(this.key) === this) widgets.delete(this.key);
    this.widget.destroy();
    // A render that is still on its way may hold this one again.
    this.calls = [];
    this.take({ name: 'destroy', detail: {} });
    this.ending = null;
  }

  private take(news: WidgetNews): void {
    const next = afterNews(this.state, news);
    if (next === this.state) return;
    this.state = next;
    for (const listener of [...this.changed]) listener();
  }
}

const widgets = new Map<string, SharedWidget>();

/** Two configurations with the same key mean the same widget. What may change while it lives is not in the key. */
export function keyOf({ user, questions, colorScheme, ...fixed }: ServiceConfig): string {
  return JSON.stringify(Object.entries(fixed).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The widget for `config`, made now if there is none. No effect: for use in a render. On a server, never shared. */
export function widgetFor(key: string, config: ServiceConfig): SharedWidget {
  if (typeof window === 'undefined') return new SharedWidget(key, config);
  const known = widgets.get(key) ?? new SharedWidget(key, config);
  widgets.set(key, known);
  return known;
}
