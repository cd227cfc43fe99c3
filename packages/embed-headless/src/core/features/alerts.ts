/**
 * One tab of the visitor alerts of a new message. A visible tab at once; a hidden one leaves it to the others for a moment, and
 * does nothing when the message has been read meanwhile.
 */
import type { EffectContext } from '../state/feature.js';
import { startTimer, type Transition } from '../state/transition.js';
import { act, type DeferredInput, stateOf, update } from './deferred-state.js';

const YIELD_TO_OTHER_TABS_MS = 700;
/** How long a tab without storage holds the lock that says it has alerted: by then all others have seen the message. */
const HOLD_LOCK_MS = 10_000;

export function newsArrived(tx: Transition, seq: number): void {
  if (tx.env.visible) return claim(tx, seq);
  update(tx, { alertDue: seq });
  startTimer(tx, 'deferred.alert', YIELD_TO_OTHER_TABS_MS);
}

export function alertIsDue(tx: Transition): void {
  claim(tx, stateOf(tx).alertDue);
}

function claim(tx: Transition, seq: number): void {
  const { conversation, log } = tx.model;
  if (conversation !== null && log && log.read < seq) act(tx, { do: 'claim-alert', conversation, seq });
}

/** Dispatches `alert` in one tab for each message: under a lock, the last alerted number is stored. */
export async function claimAlert(
  { conversation, seq }: { readonly conversation: string; readonly seq: number },
  { ports, root, dispatch }: EffectContext<DeferredInput>,
): Promise<void> {
  const { storage, tabs, clock } = ports;
  const isOurs = await tabs.alone(`${root}alert`, async () => {
    if (!storage.durable) {
      const name = `${root}alerted:${conversation}:${seq}`;
      if ((await tabs.held())?.has(name)) return false;
      clock.after(HOLD_LOCK_MS, tabs.present(name));
      return true;
    }
    const key = `${root}alerted`;
    const last = storage.get(key)?.split(' ') ?? [];
    if (last[0] === conversation && Number(last[1]) >= seq) return false;
    storage.set(key, `${conversation} ${seq}`);
    return true;
  });
  if (isOurs) dispatch({ type: 'alert' });
}
