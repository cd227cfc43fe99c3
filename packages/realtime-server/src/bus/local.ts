/** The bus of a single process: a map of listeners. It loses nothing, so `onReset` never has anything to say. */
import type { Bus, BusMessage } from './bus.js';

export function localBus(): Bus {
  const topics = new Map<string, Set<(message: BusMessage) => void>>();
  return {
    publish(conversation, message) {
      for (const listener of [...(topics.get(conversation) ?? [])]) listener(message);
    },
    async subscribe(conversation, listener) {
      const listeners = topics.get(conversation) ?? new Set();
      topics.set(conversation, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && topics.get(conversation) === listeners) topics.delete(conversation);
      };
    },
    onReset: () => () => undefined,
    close: async () => topics.clear(),
  };
}
