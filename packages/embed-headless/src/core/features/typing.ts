import { type Author, CLIENT_LIMITS, type ServerTypingFrame } from '@service/protocol';
import { startTimer, type Transition } from '../state/transition.js';
import { type DeferredState, stateOf, update } from './deferred-state.js';

export function typingReceived(tx: Transition, { conversation, who, on }: ServerTypingFrame): void {
  if (conversation !== tx.model.log?.conversation) return;
  const until = tx.env.now + CLIENT_LIMITS.typingShownMs;
  const others = stateOf(tx).typing.filter((each) => each.who.id !== who.id);
  update(tx, { typing: on ? [...others, { who, until }] : others });
  startTimer(tx, 'deferred.typing', CLIENT_LIMITS.typingShownMs);
}

/** Who has written a message is not typing any more. */
export function authorHasWritten(tx: Transition, { id }: Author): void {
  keep(tx, ({ who }) => who.id !== id);
}

export function typingExpired(tx: Transition): void {
  keep(tx, ({ until }) => until > tx.env.now);
  if (stateOf(tx).typing.length > 0) startTimer(tx, 'deferred.typing', CLIENT_LIMITS.typingShownMs);
}

function keep(tx: Transition, keeps: (each: DeferredState['typing'][number]) => boolean): void {
  update(tx, { typing: stateOf(tx).typing.filter(keeps) });
}
