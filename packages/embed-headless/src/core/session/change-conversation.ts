import { type Outbox, rebindItems } from '../outbox/outbox.js';
import { notifyFeatures } from '../state/feature.js';
import { NO_CONVERSATION } from '../state/model.js';
import { addEffects, patch, type Transition } from '../state/transition.js';

/**
 * The visitor is in no conversation until the server names one. Stores only the items that `outbox` changes: another tab may
 * have taken the others over and sent them, and storing them again would bring them back.
 */
export function leaveConversation(tx: Transition, outbox: Outbox): void {
  const { items } = tx.model.outbox;
  for (const item of outbox.items) if (!items.includes(item)) addEffects(tx, { do: 'store-item', item });
  patch(tx, { ...NO_CONVERSATION, outbox });
  notifyFeatures(tx, 'onConversationLeft');
}

/** The session is over; the next one has another conversation. */
export function moveToNewSession(tx: Transition): void {
  leaveConversation(tx, rebindItems(tx.model.outbox));
  notifyFeatures(tx, 'onSessionReplaced');
}
