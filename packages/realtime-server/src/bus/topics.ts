/** Who listens to which conversation in this process. */
import type { BusMessage } from './bus.js';

export type BusListener = (message: BusMessage) => void;

export class Topics {
  private readonly listeners = new Map<string, Set<BusListener>>();

  /** True when it is the conversation's first listener. The same function may be added twice and is then called twice. */
  add(conversation: string, listener: BusListener): { readonly first: boolean; readonly remove: () => boolean } {
    const all = this.listeners.get(conversation) ?? new Set();
    const first = all.size === 0;
    const own: BusListener = (message) => listener(message);
    this.listeners.set(conversation, all.add(own));
    const remove = (): boolean => {
      if (!all.delete(own) || all.size > 0) return false;
      this.listeners.delete(conversation);
      return true;
    };
    return { first, remove };
  }

  tell(conversation: string, message: BusMessage): void {
    for (const listener of [...(this.listeners.get(conversation) ?? [])]) listener(message);
  }

  conversations(): readonly string[] {
    return [...this.listeners.keys()];
  }

  clear(): void {
    this.listeners.clear();
  }
}
