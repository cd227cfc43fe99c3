/**
 * The public events. A listener that throws stops neither the other listeners nor the chat. An error from before the page
 * could subscribe (the script starts by itself) still reaches the page.
 */
import type { WidgetEventName, WidgetEvents } from '@service/protocol';

/** Receives an event. What it throws is reported and stops nothing else. */
export type Listener<Name extends WidgetEventName> = (detail: WidgetEvents[Name]) => void;

export interface Emitter {
  /** By the names that were subscribed to, and emitted. */
  readonly listeners: ReadonlyMap<string, unknown>;
  on<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): void;
  off<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): void;
  emit<Name extends WidgetEventName>(name: Name, detail: WidgetEvents[Name]): void;
  /** Calls one listener after the current code has run, unless it has unsubscribed by then. */
  emitLater<Name extends WidgetEventName>(name: Name, listener: Listener<Name>, detail: WidgetEvents[Name]): void;
  /** Removes all listeners and all undelivered errors. */
  clear(): void;
}

/** Errors stored for the first listener. Bounded, for a page that never subscribes. */
const UNHEARD_ERRORS = 20;

export function createEmitter(): Emitter {
  const listeners = new Map<WidgetEventName, Set<unknown>>();
  let unheard: WidgetEvents['error'][] = [];

  const heardBy = (name: WidgetEventName): Set<unknown> => {
    const known = listeners.get(name) ?? new Set();
    listeners.set(name, known);
    return known;
  };
  const tell = (name: WidgetEventName, listener: unknown, detail: unknown): void => {
    if (!heardBy(name).has(listener)) return;
    try {
      (listener as (detail: unknown) => void)(detail);
    } catch (error) {
      console.error(`[ServiceWidget] on("${name}"):`, error);
    }
  };

  const emitter: Emitter = {
    listeners,
    on(name, listener) {
      heardBy(name).add(listener);
      if (name !== 'error') return;
      for (const error of unheard) emitter.emitLater('error', listener as Listener<'error'>, error);
      unheard = [];
    },
    off: (name, listener) => void heardBy(name).delete(listener),
    emit(name, detail) {
      const heard = heardBy(name);
      if (name === 'error' && !heard.size && unheard.length < UNHEARD_ERRORS)
        unheard.push(detail as WidgetEvents['error']);
      // A copy: a listener that subscribes another one while it runs must not be able to make this endless.
      for (const listener of new Set(heard)) tell(name, listener, detail);
    },
    emitLater: (name, listener, detail) => queueMicrotask(() => tell(name, listener, detail)),
    clear() {
      listeners.clear();
      unheard = [];
    },
  };
  return emitter;
}
