/**
 * Lists the resources that the embed script has open on a page: listeners, timers, observers, channels and sockets in the
 * page's own window. Must be installed before anything loads. Resources that the page itself or the browser driver opens are
 * not counted; the call stack shows which script opened one.
 */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    openResources?: () => string[];
  }
}

/** Call before the first navigation. */
export async function trackOpenResources(page: Page): Promise<void> {
  await page.addInitScript(install);
}

/** One line for each open resource, such as `listener resize on Window`. Empty on a clean page. */
export function openResources(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (!window.openResources) throw new Error('trackOpenResources() was not called before the page was loaded.');
    return window.openResources();
  });
}

/** Runs in the page, so it cannot use anything outside this function. */
function install(): void {
  // The resources of a frame end with the frame.
  if (window !== window.top) return;
  const open = new Map<unknown, string>();
  const opens = (thing: unknown, name: string): void => {
    if (new Error().stack?.includes('/embed/')) open.set(thing, name);
  };
  window.openResources = () => [...open.values()].sort();

  const heard = new WeakMap<EventTarget, Map<string, Map<unknown, object>>>();
  const slot = (target: EventTarget, type: string, capture: boolean): Map<unknown, object> => {
    const types = heard.get(target) ?? new Map<string, Map<unknown, object>>();
    heard.set(target, types);
    const key = `${type} ${capture}`;
    const listeners = types.get(key) ?? new Map<unknown, object>();
    types.set(key, listeners);
    return listeners;
  };
  const captures = (options: unknown): boolean =>
    typeof options === 'object' && options !== null
      ? Boolean((options as { capture?: boolean }).capture)
      : Boolean(options);
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const forget = (target: EventTarget, type: string, listener: unknown, capture: boolean): void => {
    const listeners = slot(target, type, capture);
    open.delete(listeners.get(listener));
    listeners.delete(listener);
  };
  EventTarget.prototype.addEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    const capture = captures(options);
    const { signal, once } = typeof options === 'object' && options !== null ? options : {};
    if (listener && !signal?.aborted && !slot(target, type, capture).has(listener)) {
      const token = {};
      slot(target, type, capture).set(listener, token);
      opens(token, `listener ${type} on ${target.constructor.name}`);
      const gone = (): void => forget(target, type, listener, capture);
      if (signal) addEventListener.call(signal, 'abort', gone);
      if (once) addEventListener.call(target, type, gone, { once: true, capture });
    }
    return addEventListener.call(target, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (this: EventTarget | undefined, type, listener, options) {
    const target = this ?? window;
    forget(target, type, listener, captures(options));
    return removeEventListener.call(target, type, listener, options);
  };

  const timers = (
    start: 'setTimeout' | 'setInterval' | 'requestAnimationFrame',
    stop: string,
    repeats: boolean,
  ): void => {
    const page = window as unknown as Record<string, (...args: unknown[]) => number>;
    const [begin, end] = [page[start], page[stop]];
    if (!begin || !end) return;
    page[start] = (run: unknown, ...rest: unknown[]) => {
      const id = begin.call(
        window,
        (...args: unknown[]) => {
          if (!repeats) open.delete(`${start} ${id}`);
          if (typeof run === 'function') run(...args);
        },
        ...rest,
      );
      opens(`${start} ${id}`, start);
      return id;
    };
    page[stop] = (id: unknown) => {
      open.delete(`${start} ${id}`);
      return end.call(window, id);
    };
  };
  timers('setTimeout', 'clearTimeout', false);
  timers('setInterval', 'clearInterval', true);
  timers('requestAnimationFrame', 'cancelAnimationFrame', false);

  for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const { observe, disconnect } = window[name].prototype as unknown as {
      observe: () => void;
      disconnect: () => void;
    };
    Object.assign(window[name].prototype, {
      observe(this: object, ...args: []) {
        opens(this, name);
        return observe.apply(this, args);
      },
      disconnect(this: object) {
        open.delete(this);
        return disconnect.call(this);
      },
    });
  }

  // One port of a channel is transferred to the frame. Closing either port closes both.
  const { close: closePort } = MessagePort.prototype;
  const channelOf = new WeakMap<MessagePort, MessageChannel>();
  const RealChannel = window.MessageChannel;
  window.MessageChannel = class extends RealChannel {
    constructor() {
      super();
      opens(this, 'MessageChannel');
      channelOf.set(this.port1, this);
      channelOf.set(this.port2, this);
    }
  };
  MessagePort.prototype.close = function () {
    open.delete(channelOf.get(this));
    return closePort.call(this);
  };

  for (const name of ['WebSocket', 'EventSource', 'BroadcastChannel'] as const) {
    const Real = window[name] as unknown as new (...args: unknown[]) => EventTarget & { close(): void };
    (window as unknown as Record<string, unknown>)[name] = class extends Real {
      constructor(...args: unknown[]) {
        super(...args);
        opens(this, name);
        addEventListener.call(this, 'close', () => open.delete(this));
      }
      override close(): void {
        open.delete(this);
        super.close();
      }
    };
  }
}
