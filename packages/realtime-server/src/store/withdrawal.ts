/** How a conversation ends whose visitor takes their consent back: in the same transaction, or it would stay open when that fails. */
import type { Append } from './store.js';

export function closingOf(conversation: string, session: string, at: number): Append {
  const by = { kind: 'system', id: 'system' } as const;
  return { conversation, by, clientId: `withdrawn:${session}`, body: { kind: 'conversation.closed' }, at };
}
