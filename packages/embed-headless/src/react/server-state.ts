/** What a server renders, and what the browser's first render repeats: a chat that has not begun. Never changes. */

import type { ChatState } from '../core/index.js';
import { newModel } from '../core/state/model.js';
import { viewOf } from '../core/view/chat-view.js';

let state: ChatState | undefined;

export function serverState(): ChatState {
  state ??= viewOf(newModel({ inboxId: '', hostOrigin: '', instance: '', sdk: '' }, null), {
    online: true,
    durable: true,
    gated: false,
  });
  return state;
}
