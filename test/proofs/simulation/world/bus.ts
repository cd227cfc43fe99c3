/** The bus of a run: it tells this node's own listeners at once, and the other nodes late, twice, in disorder, or never. */
import type { Bus, BusMessage } from '../../../../packages/realtime-server/dist/bus/bus.js';
import type { Life, World } from './world.js';

type Listener = (message: BusMessage) => void;

interface Endpoint {
  readonly life: Life;
  readonly topics: Map<string, Set<Listener>>;
  readonly resets: Set<() => void>;
  away: boolean;
}

export class SimulatedBus {
  private readonly endpoints = new Set<Endpoint>();
  /** Raised for the stormy part of a run, zero for the calm end. */
  faults = 0;

  /** `subscribeMs`: how long it may take until a subscription is confirmed. */
  constructor(
    private readonly world: World,
    private readonly subscribeMs: number,
  ) {}

  /** Cuts one node off for a while; when it is back, it is told that it has missed something. */
  cutOff(ms: number): void {
    const living = [...this.endpoints].filter(({ life, away }) => life.alive && !away);
    if (living.length === 0) return;
    const endpoint = this.world.one(living);
    endpoint.away = true;
    this.world.after(ms, () => {
      endpoint.away = false;
      if (endpoint.life.alive) for (const reset of [...endpoint.resets]) reset();
    });
  }

  connect(life: Life): Bus {
    const { world } = this;
    const own: Endpoint = { life, topics: new Map(), resets: new Set(), away: false };
    this.endpoints.add(own);
    const tell = ({ topics }: Endpoint, conversation: string, message: BusMessage): void => {
      for (const listener of [...(topics.get(conversation) ?? [])]) listener(message);
    };
    return {
      publish: (conversation, message) => {
        tell(own, conversation, message);
        if (own.away) return;
        const text = JSON.stringify(message);
        for (const other of this.endpoints) {
          if (other === own || world.chance(this.faults * 0.1)) continue;
          const times = world.chance(this.faults * 0.05) ? 2 : 1;
          for (let i = 0; i < times; i++) {
            const late = world.chance(this.faults * 0.1) ? world.between(0, 400) : world.between(1, 8);
            other.life.after(late, () => {
              if (!other.away) tell(other, conversation, JSON.parse(text) as BusMessage);
            });
          }
        }
      },
      subscribe: async (conversation, listener) => {
        await life.wait(world.between(0, this.subscribeMs));
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

  /** A process is gone, and so is its place here. */
  forget(life: Life): void {
    for (const endpoint of this.endpoints) if (endpoint.life === life) this.endpoints.delete(endpoint);
  }
}
