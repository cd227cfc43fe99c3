import { defineCheck } from '../../check.js';

export const notConnected = defineCheck<{ readonly chat: string; readonly state: string }>({
  code: 'not_connected',
  severity: 'blocks',
  description: 'The chat has a connection when it needs one.',
  inPage({ chat, online }) {
    if (!chat?.frame || chat.frame.consent === 'needed' || !online) return null;
    const state = chat.frame.connection;
    return state === 'reconnecting' || state === 'offline' ? { chat: chat.baseUrl, state } : null;
  },
  message: ({ chat, state }) =>
    `The chat is shown, but has no connection to ${chat.replace(/^http/, 'ws')} (${state}).`,
  fix: () => 'A proxy in front of the server has to pass WebSockets on (Upgrade and Connection headers).',
});
