/** Whose conversation it is: that of who took it over last. */
import { cleanText, type LogEvent } from '@service/protocol';
import type { Taker } from '../api/conversation-api.js';

/** Null: no one has taken it over. */
export const takerIn = (events: readonly LogEvent[]): Taker | null =>
  events.findLast(({ body }) => body.kind === 'handoff.accepted')?.by ?? null;

/** `ownId`: of the person who looks at it, as visitors see them; null: not known yet. */
export function withWhom(taker: Taker | null, ownId: string | null): string {
  if (taker && taker.id === ownId) return 'With you';
  return taker?.name ? `With ${cleanText(taker.name)}` : 'With a person';
}
