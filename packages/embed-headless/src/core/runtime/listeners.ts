import type { ClientEvents } from '../api/chat-client.js';

/** Who is told of changes and events. What a listener throws is reported and stops no other. */
export class Listeners {
  readonly #changed = new Set<() => void>();
  readonly #events = new Map<keyof ClientEvents, Set<(detail: never) => void>>();

  subscribe(listener: () => void): () => void {
    this.#changed.add(listener);
    return () => void this.#changed.delete(listener);
  }

  on<Name extends keyof ClientEvents>(name: Name, listener: (detail: ClientEvents[Name]) => void): () => void {
    const all = this.#events.get(name) ?? new Set();
    this.#events.set(name, all.add(listener));
    return () => void all.delete(listener);
  }

  changed(): void {
    for (const listener of [...this.#changed]) guarded(listener);
  }

  emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void {
    for (const listener of [...(this.#events.get(name) ?? [])])
      guarded(() => (listener as (detail: ClientEvents[Name]) => void)(detail));
  }

  clear(): void {
    this.#changed.clear();
    this.#events.clear();
  }
}

function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}
