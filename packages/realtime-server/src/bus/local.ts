import type { Bus } from './bus.js';
import { Topics } from './topics.js';

/** The bus of a single process. It loses nothing, so there is never a reset. */
export function localBus(): Bus {
  const topics = new Topics();
  return {
    publish: (conversation, message) => topics.tell(conversation, message),
    async subscribe(conversation, listener) {
      const { remove } = topics.add(conversation, listener);
      return () => void remove();
    },
    onReset: () => () => undefined,
    close: async () => topics.clear(),
  };
}
