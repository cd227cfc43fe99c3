import type { Bus, BusMessage } from './bus.js';

export type BusListener = (message: BusMessage) => void;

/** The listeners of this process, by conversation. */
export class Topics {
  // Arrays, made anew at each change. Most have one entry, and a Set of one is four times as large; so is `[...list, one]`, which
  // leaves room for sixteen more.
  private readonly listeners = new Map<string, readonly BusListener[]>();

  /** `first`: it is the conversation's first listener. A function that is added twice is called twice. */
  add(conversation: string, listener: BusListener): { readonly first: boolean; readonly remove: () => boolean } {
    const before = this.listeners.get(conversation) ?? [];
    this.listeners.set(conversation, before.concat(listener));
    let added = true;
    const remove = (): boolean => {
      const all = this.listeners.get(conversation);
      if (!added || !all) return false;
      added = false;
      const at = all.indexOf(listener);
      const left = all.filter((_, i) => i !== at);
      if (left.length > 0) this.listeners.set(conversation, left);
      else this.listeners.delete(conversation);
      return left.length === 0;
    };
    return { first: before.length === 0, remove };
  }

  deliver(conversation: string, message: BusMessage): void {
    for (const listener of this.listeners.get(conversation) ?? []) listener(message);
  }

  conversations(): readonly string[] {
    return [...this.listeners.keys()];
  }

  clear(): void {
    this.listeners.clear();
  }
}

/** The bus of a single process. It loses nothing, so there is never a reset. */
export function localBus(): Bus {
  const topics = new Topics();
  return {
    publish: (conversation, message) => topics.deliver(conversation, message),
    async subscribe(conversation, listener) {
      const { remove } = topics.add(conversation, listener);
      return () => void remove();
    },
    onReset: () => () => undefined,
    close: async () => topics.clear(),
  };
}
