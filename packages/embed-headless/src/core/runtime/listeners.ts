import type { ClientEvents } from '../api/chat-client.js';
import type { ChatState } from '../api/chat-state.js';

export type Emit = <Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]) => void;

/** Stored for the first listener. Bounded, for a page that never subscribes. */
const UNHEARD_ERRORS = 20;

/** Listeners of changes and events. What a listener throws is reported and stops no other. */
export function createListeners() {
  const changed = new Set<() => void>();
  const events = new Map<keyof ClientEvents, Set<(detail: never) => void>>();
  /** Errors from before the first listener, who gets them. */
  let unheard: ClientEvents['error'][] = [];
  const deliver = (): void => {
    if (!events.get('error')?.size) return;
    const late = unheard;
    unheard = [];
    for (const error of late) emit('error', error);
  };
  const emit: Emit = (name, detail) => {
    if (name === 'error' && !events.get(name)?.size) {
      const error = detail as ClientEvents['error'];
      console.warn(`[ServiceChat] ${error.code}: ${error.message}`);
      if (unheard.length < UNHEARD_ERRORS) unheard.push(error);
    }
    for (const listener of [...(events.get(name) ?? [])]) guarded(() => listener(detail as never));
  };
  const emitChanges = createStateEvents(emit);
  return {
    emit,
    subscribe(listener: () => void): () => void {
      changed.add(listener);
      return () => void changed.delete(listener);
    },
    on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void {
      const all = events.get(name) ?? new Set();
      events.set(name, all.add(listener));
      // Not at once: React subscribes, ends that, and subscribes again.
      if (name === 'error' && unheard[0]) queueMicrotask(deliver);
      return () => void all.delete(listener);
    },
    /** The state has changed. */
    announce(state: ChatState): void {
      emitChanges(state);
      for (const listener of [...changed]) guarded(listener);
    },
    clear(): void {
      changed.clear();
      events.clear();
      unheard = [];
    },
  };
}

/** Emits what has changed between two states. */
function createStateEvents(emit: Emit): (state: ChatState) => void {
  let last: Pick<ChatState, 'connection' | 'handledBy' | 'unread'> = {
    connection: 'idle',
    handledBy: 'agent',
    unread: 0,
  };
  return ({ connection, handledBy, unread, conversation, loaded }) => {
    const before = last;
    // While the log is being fetched again, nothing is known of handler and unread.
    last = loaded || !conversation ? { connection, handledBy, unread } : { ...before, connection };
    if (last.connection !== before.connection) emit('connection', { state: connection });
    if (last.handledBy !== before.handledBy) emit('handoff', { handledBy });
    if (last.unread !== before.unread) emit('unread', { count: unread });
  };
}

function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}
