import type { ChatState } from '../core/index.js';
import { newModel } from '../core/state/model.js';
import { viewOf } from '../core/view/chat-view.js';

let state: ChatState | undefined;

/** For rendering on a server, and the first render in the browser: a chat that has not started. Always the same object. */
export function serverState(): ChatState {
  state ??= viewOf(newModel({ inboxId: '', hostOrigin: '', instance: '', sdk: '' }), {
    online: true,
    durable: true,
    gated: false,
  });
  return state;
}
