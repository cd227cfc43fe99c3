/** The bus of a run: it delivers to a node's own listeners at once, and to other nodes late, twice, out of order, or never. */
import type { Bus, BusMessage } from '../../../../packages/realtime-server/dist/bus/bus.js';
import { hintOf } from '../../../../packages/realtime-server/dist/bus/bus-message.js';
import type { Lifetime, World } from './world.js';

type Listener = (message: BusMessage) => void;

interface Endpoint {
  readonly lifetime: Lifetime;
  readonly topics: Map<string, Set<Listener>>;
  readonly resets: Set<() => void>;
  away: boolean;
}

export class SimulatedBus {
  private readonly endpoints = new Set<Endpoint>();
  /** How likely faults are: 1 in the first part of a run, 0 at its end. */
  faults = 0;

  /** `subscribeMs`: how long it may take until a subscription is confirmed. */
  constructor(
    private readonly world: World,
    private readonly subscribeMs: number,
  ) {}

  /** Cuts one node off for a while; when it is back, its reset listeners learn that it may have missed messages. */
  cutOff(ms: number): void {
    const living = [...this.endpoints].filter(({ lifetime, away }) => lifetime.alive && !away);
    if (living.length === 0) return;
    const endpoint = this.world.one(living);
    endpoint.away = true;
    this.world.after(ms, () => {
      endpoint.away = false;
      if (endpoint.lifetime.alive) for (const reset of [...endpoint.resets]) reset();
    });
  }

  connect(lifetime: Lifetime): Bus {
    const { world } = this;
    const own: Endpoint = { lifetime, topics: new Map(), resets: new Set(), away: false };
    this.endpoints.add(own);
    const deliver = ({ topics }: Endpoint, conversation: string, message: BusMessage): void => {
      for (const listener of [...(topics.get(conversation) ?? [])]) listener(message);
    };
    return {
      publish: (conversation, message) => {
        deliver(own, conversation, message);
        if (own.away) return;
        const text = JSON.stringify(hintOf(message));
        for (const other of this.endpoints) {
          if (other === own || world.chance(this.faults * 0.1)) continue;
          const times = world.chance(this.faults * 0.05) ? 2 : 1;
          for (let i = 0; i < times; i++) {
            const late = world.chance(this.faults * 0.1) ? world.between(0, 400) : world.between(1, 8);
            other.lifetime.after(late, () => {
              if (!other.away) deliver(other, conversation, JSON.parse(text) as BusMessage);
            });
          }
        }
      },
      subscribe: async (conversation, listener) => {
        await lifetime.wait(world.between(0, this.subscribeMs));
        const listeners = own.topics.get(conversation) ?? new Set();
        own.topics.set(conversation, listeners.add(listener));
        return () => void listeners.delete(listener);
      },
      onReset(listener) {
        own.resets.add(listener);
        return () => void own.resets.delete(listener);
      },
      close: async () => void this.endpoints.delete(own),
    };
  }

  /** Removes a process that has ended. */
  forget(lifetime: Lifetime): void {
    for (const endpoint of this.endpoints) if (endpoint.lifetime === lifetime) this.endpoints.delete(endpoint);
  }
}
