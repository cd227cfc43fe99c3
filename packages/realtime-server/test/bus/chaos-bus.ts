/** A bus as bad as the port allows: by seed it drops, doubles, and holds messages back until others have passed them. */
import type { Bus, BusMessage } from '../../dist/bus/bus.js';

export interface ChaosBus extends Bus {
  /** Tells everybody that something may have been lost. */
  reset(): void;
}

export function chaosBus(bus: Bus, fraction: () => number): ChaosBus {
  const resets = new Set<() => void>();
  let heldBack: (() => void)[] = [];
  const letPass = (): void => {
    const some = heldBack;
    heldBack = [];
    for (const pass of some.reverse()) pass();
  };
  return {
    publish(conversation, message: BusMessage) {
      const pass = (): void => bus.publish(conversation, message);
      const fate = fraction();
      if (fate < 0.25) return;
      if (fate < 0.5) {
        heldBack.push(pass);
        return;
      }
      pass();
      if (fate < 0.7) pass();
      if (fate < 0.85) letPass();
    },
    subscribe: (conversation, listener) => bus.subscribe(conversation, listener),
    onReset(listener) {
      resets.add(listener);
      const off = bus.onReset(listener);
      return () => {
        resets.delete(listener);
        off();
      };
    },
    reset() {
      for (const listener of [...resets]) listener();
    },
    close: () => bus.close(),
  };
}
