/** The hook: the widget is in the page while a component uses the hook. */
'use client';
import {
  type ColorScheme,
  type GetIdentityToken,
  type OpenOptions,
  type ServiceConfig,
  type ServiceWidgetApi,
  type SiteIdentity,
  type UserContext,
  WIDGET_EVENTS,
  type WidgetEventName,
  type WidgetEvents,
} from '@service/embed-js';
import {
  type RefObject,
  useContext,
  useEffect,
  useInsertionEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import { configKey, type SharedWidget, sharedWidgets } from './shared-widgets.js';
import { WidgetContext } from './widget-context.js';
import { INITIAL_STATE, type WidgetState } from './widget-state.js';

/** `onMessage`, `onOpen` …: one for each event of the widget; always the callback of the latest render is called. */
export type WidgetCallbacks = {
  readonly [Name in WidgetEventName as `on${Capitalize<Name>}`]?: ((detail: WidgetEvents[Name]) => void) | undefined;
};

/**
 * As for `init`. For `mode: 'embedded'` use `<ServiceWidget>`, which brings the element to mount in.
 */
export interface UseServiceWidgetConfig extends ServiceConfig, WidgetCallbacks {
  /**
   * Who is logged in on the site; null: no one. Another `user` is another person, with a chat of their own. Null removes
   * everything of the earlier one. `getToken` is always that of the latest render. Default: the site doesn't state it.
   */
  readonly identity?: SiteIdentity | null | undefined;
}

/** Functions that stay the same for the life of their widget. Calls made before it is ready are queued, in order. */
export interface WidgetActions {
  /** Opens the panel: as the listener of a click, too. */
  open(): void;
  /** Opens the panel, with a text written into the visitor's field first. */
  open(options?: OpenOptions): void;
  /** Closes the panel; the conversation goes on. In `embedded`, hides the chat, and its place on the page stays. */
  close(): void;
  /** Opens the panel, or closes it. */
  toggle(): void;
  /** Sends a message of the visitor, at most 8,000 characters. Does not open the panel. */
  sendMessage(text: string): void;
  /** Writes a text into the visitor's field in place of what is there; the visitor sends it, or not. Does not open the panel. */
  prefill(text: string): void;
  /** Adds to what the page says about its visitor; a claim, not an identity. */
  updateContext(user: UserContext): void;
  /** Replaces the suggested questions; an empty list removes them. */
  setQuestions(questions: readonly string[]): void;
  /** From now on the site says who its visitor is, see docs/identity. In a component, `identity` is simpler. */
  identify(getToken: GetIdentityToken): void;
  /** The visitor leaves: the chat drops everything of them, in every tab. */
  logout(): void;
  /** Offers a function of the page to the assistant, see `defineTool`. Returns the way to take it back: for an effect. */
  readonly registerTool: ServiceWidgetApi['registerTool'];
  /** Uses the given scheme from now on; without one, that of the configuration again. */
  updateColorScheme(scheme?: ColorScheme): void;
  /** What keeps the chat from running here, the cause first, and what to do; printed on the console as well. */
  diagnose: ServiceWidgetApi['diagnose'];
  /** Subscribes and returns the function that ends it: for an effect. In a component, `onMessage` and its like are simpler. */
  on: ServiceWidgetApi['on'];
}

/** The state of the widget, and what can be done with it. */
export type UseServiceWidget = WidgetState & WidgetActions;

const actions = new WeakMap<SharedWidget, WidgetActions>();

/**
 * Components with equal configurations share one widget. Configurations are compared by value: `user`, `identity`,
 * `questions` and `colorScheme` may change at any time, and functions are those of the latest render; any other change begins a new
 * widget, and ends the old one at once. The widget leaves the page three seconds after the last component that uses it. Without a
 * configuration: the widget of the nearest `<ServiceWidgetProvider>`. On a server this does nothing. Throws nothing: `error` is the
 * problem.
 */
export function useServiceWidget(config?: UseServiceWidgetConfig): UseServiceWidget {
  return useView(useWidgetIn(config));
}

/** State and functions of a widget. */
export function useView(shared: SharedWidget): UseServiceWidget {
  const state = useSyncExternalStore(shared.subscribe, shared.getState, getInitialState);
  return useMemo(() => ({ ...state, ...actionsOf(shared) }), [state, shared]);
}

/**
 * The widget of this configuration, in the page while the component is; without one, that of the nearest provider. `container`: the
 * element of a component, wherever it is: in a shadow root, or in another window.
 */
export function useWidgetIn(
  config: UseServiceWidgetConfig | undefined,
  container?: RefObject<HTMLElement | null>,
): SharedWidget {
  const provided = useContext(WidgetContext);
  const isOwn = config !== undefined || !provided;
  const [plain, callbacks, identity] = split(config);
  const key = isOwn ? configKey(plain) : '';
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const shared = isOwn ? sharedWidgets.get(key, plain) : provided;

  const wasOpen = useRef(false);
  const latest = useRef({ callbacks, key });
  useInsertionEffect(() => {
    latest.current = { callbacks, key };
  });
  useEffect(() => {
    if (!isOwn) return;
    // A render that was suspended for long may commit with a widget that was destroyed meanwhile.
    if (sharedWidgets.get(key, plain) !== shared) return rerender();
    const unsubscribes = WIDGET_EVENTS.map((name) =>
      shared.widget.on(name, (detail) =>
        (latest.current.callbacks[callbackOf(name)] as ((it: unknown) => void) | undefined)?.(detail),
      ),
    );
    const release = sharedWidgets.hold(key, plain);
    shared.start(identity, container?.current);
    if (wasOpen.current) shared.call((widget) => widget.open());
    wasOpen.current = false;
    return () => {
      const isReplaced = latest.current.key !== key;
      // The one that takes its place is open, too. An embedded chat begins open.
      wasOpen.current = isReplaced && plain.mode !== 'embedded' && shared.getState().isOpen;
      // The frame of an embedded chat goes with its element, so only StrictMode's second mount is worth waiting for. A widget that
      // another one takes the place of is not needed any more.
      release(plain.mode === 'embedded' || isReplaced ? 0 : undefined);
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [shared, key]);

  const { user, questions, colorScheme, tools } = plain;
  useEffect(() => {
    if (isOwn) shared.update({ user, questions, colorScheme, identity, tools });
  });
  return shared;
}

const getInitialState = (): WidgetState => INITIAL_STATE;

const callbackOf = <Name extends WidgetEventName>(name: Name): keyof WidgetCallbacks =>
  `on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof WidgetCallbacks;
const CALLBACKS: readonly string[] = WIDGET_EVENTS.map(callbackOf);

/**
 * Separates what stays here, callbacks and identity, from what goes to the widget. Of a configuration that can't be read nothing is
 * left: `init` then says what is missing.
 */
function split(
  config: UseServiceWidgetConfig | undefined,
): [ServiceConfig, WidgetCallbacks, UseServiceWidgetConfig['identity']] {
  let entries: [string, unknown][] = [];
  try {
    entries = Object.entries(config ?? {});
  } catch {}
  const { identity, ...plain } = Object.fromEntries(entries.filter(([name]) => !CALLBACKS.includes(name)));
  return [
    plain as unknown as ServiceConfig,
    Object.fromEntries(entries.filter(([name]) => CALLBACKS.includes(name))) as WidgetCallbacks,
    identity as UseServiceWidgetConfig['identity'],
  ];
}

function actionsOf(shared: SharedWidget): WidgetActions {
  const known = actions.get(shared);
  if (known) return known;
  const made: WidgetActions = {
    open(options?: OpenOptions) {
      // A click's event, where the function itself is the listener, is no options.
      const prefill = typeof options?.prefill === 'string' ? options.prefill : undefined;
      shared.call((widget) => widget.open({ prefill }));
    },
    close: () => shared.call((widget) => widget.close()),
    toggle: () => shared.call((widget) => widget.toggle()),
    sendMessage: (text) => shared.call((widget) => widget.sendMessage(text)),
    prefill: (text) => shared.call((widget) => widget.prefill(text)),
    updateContext: (user) => shared.call((widget) => widget.updateContext(user)),
    setQuestions: (questions) => shared.call((widget) => widget.setQuestions(questions)),
    identify: (getToken) => shared.call((widget) => widget.identify(getToken)),
    logout: () => shared.logout(),
    registerTool: (tool) => shared.registerTool(tool),
    updateColorScheme: (scheme) => shared.call((widget) => widget.updateColorScheme(scheme)),
    diagnose: (options) => shared.widget.diagnose(options),
    on: (name, callback) => shared.widget.on(name, callback),
  };
  actions.set(shared, made);
  return made;
}
