/**
 * What the page asks for before the frame can listen. Nothing is lost and nothing overtakes: `open(); sendMessage('Hi')`
 * right after `init` does the same as a second later. Bounded, because a page can call in a loop while the server is away.
 */
import { type HostMessage, MESSAGE_LIMITS } from '@service/protocol';

export interface CommandQueue {
  /** Sends now, or keeps for later. False when too many wait already: this one is dropped. */
  push(command: HostMessage): boolean;
  /** The frame listens: everything kept goes out in order, and what follows goes straight through. */
  resume(): void;
  /** The frame is gone (it reloads): keep again. */
  pause(): void;
}

/** `limit`: the outbox behind it takes no more than that either. */
export function createCommandQueue(
  send: (command: HostMessage) => void,
  limit: number = MESSAGE_LIMITS.outboxItems,
): CommandQueue {
  let kept: HostMessage[] = [];
  let listening = false;
  return {
    push(command) {
      if (listening) send(command);
      else if (kept.length >= limit) return false;
      else kept.push(command);
      return true;
    },
    resume() {
      listening = true;
      const waiting = kept;
      kept = [];
      for (const command of waiting) send(command);
    },
    pause() {
      listening = false;
    },
  };
}
