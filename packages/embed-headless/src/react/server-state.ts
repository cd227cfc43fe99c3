/** What a server renders, and what the browser's first render repeats: a chat that has not begun. Never changes. */
import type { ChatState } from '../core/index.js';

const STATE: ChatState = Object.freeze({
  connection: 'idle',
  turn: 'ready',
  handledBy: 'agent',
  conversation: null,
  timeline: Object.freeze([]),
  loaded: false,
  hasOlder: false,
  loadingOlder: false,
  typing: Object.freeze([]),
  unread: 0,
  readUpTo: 0,
  outbox: 0,
  identified: false,
  uploads: Object.freeze([]),
  storage: 'kept',
  consentNeeded: false,
  problem: null,
});

export const serverState = (): ChatState => STATE;
