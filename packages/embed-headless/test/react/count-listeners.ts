/** Counts what is listening on the page, so that a test can say that nothing is. */

/** Begins to count the listeners of window and document; `count` says how many are left now, `end` stops counting. */
export function countListeners(): { count(): number; end(): void } {
  const open = new Set<string>();
  const ends: (() => void)[] = [];
  let lastId = 0;
  const ids = new WeakMap<object, number>();
  const idOf = (thing: object): number => {
    const id = ids.get(thing) ?? ++lastId;
    ids.set(thing, id);
    return id;
  };
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const keyOf = (type: string, listener: unknown): string => `${idOf(target)} ${type} ${idOf(listener as object)}`;
    target.addEventListener = function (this: EventTarget, type: string, listener: unknown, options: unknown) {
      const key = keyOf(type, listener);
      open.add(key);
      const { signal } = (typeof options === 'object' && options !== null ? options : {}) as AddEventListenerOptions;
      signal?.addEventListener('abort', () => open.delete(key));
      return addEventListener.call(target, type, listener as EventListener, options as AddEventListenerOptions);
    } as typeof target.addEventListener;
    target.removeEventListener = function (this: EventTarget, type: string, listener: unknown, options: unknown) {
      open.delete(keyOf(type, listener));
      return removeEventListener.call(target, type, listener as EventListener, options as EventListenerOptions);
    } as typeof target.removeEventListener;
    ends.push(() => Object.assign(target, { addEventListener, removeEventListener }));
  }
  return {
    count: () => open.size,
    end() {
      for (const end of ends) end();
    },
  };
}
