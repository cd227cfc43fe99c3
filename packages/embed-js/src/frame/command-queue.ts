/**
 * Queues the page's commands until the frame can take them, in order: `open(); sendMessage('Hi')` right after `init` does
 * the same as a second later. Bounded, because a page can call in a loop while the server is down.
 */
import { type HostMessage, MESSAGE_LIMITS } from '@service/protocol';

/** As `most`: more than any page calls. A visitor's click is carried out, however much the page has called before. */
export const ANY_NUMBER = 1e9;

export interface CommandQueue {
  /** Sends now, or queues. False when `most` wait already: the command is dropped. Default: the limit of the frame's outbox. */
  push(command: HostMessage, most?: number): boolean;
  /** Sends the queue. Later commands are sent at once. */
  resume(): void;
  /** The frame reloads: commands are queued again. */
  pause(): void;
}

export function createCommandQueue(send: (command: HostMessage) => void): CommandQueue {
  let queue: HostMessage[] = [];
  let listening = false;
  return {
    push(command, most = MESSAGE_LIMITS.outboxItems) {
      if (listening) send(command);
      else if (queue.length >= most) return false;
      else queue.push(command);
      return true;
    },
    resume() {
      listening = true;
      const waiting = queue;
      queue = [];
      for (const command of waiting) send(command);
    },
    pause() {
      listening = false;
    },
  };
}

/** The name of the page's call whose text can't be used; undefined: it can, or the call has none. */
export function callWithoutText(command: HostMessage): string | undefined {
  const { t, text } = command as { readonly t: string; readonly text?: unknown };
  if (t !== 'send' && t !== 'prefill') return undefined;
  const isText = typeof text === 'string' && text.length <= MESSAGE_LIMITS.textLength;
  // An empty text empties the field, and can't be sent.
  if (isText && (t === 'prefill' || text.trim() !== '')) return undefined;
  return t === 'send' ? 'sendMessage' : t;
}
