/** What a server renders, and what the browser's first render repeats: a chat that has not begun. Never changes. */
import { viewOf } from '../core/chat-view.js';
import type { ChatState } from '../core/index.js';
import { newModel } from '../core/model.js';

let state: ChatState | undefined;

export function serverState(): ChatState {
  state ??= viewOf(newModel({ inboxId: '', hostOrigin: '', instance: '', sdk: '' }, null), {
    online: true,
    durable: true,
    gated: false,
  });
  return state;
}
