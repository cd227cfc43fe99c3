import { PAGE_LIMITS, type PageInfo, pageAddress } from '@service/protocol';
import { patch, type Transition, trySendFrame } from '../state/transition.js';

/**
 * Sends what the page says of its visitor and of itself, as far as this connection's server does not have it. Not before the
 * visitor writes: into an empty conversation it would bring back what an erasure has just deleted.
 */
export function sendContext(tx: Transition): void {
  const { log, outbox, user, sentUser, page, sentPage, pageDetail } = tx.model;
  if (!log?.live || (log.head === 0 && outbox.inFlight === null)) return;
  // One frame each: the largest of both would be more than a frame may have.
  if (user && user !== sentUser && trySendFrame(tx, { t: 'context', user })) patch(tx, { sentUser: user });
  const taken = page && pageDetail ? fitting(page, pageDetail === 'full') : null;
  const text = JSON.stringify(taken);
  if (text !== sentPage && (!taken || trySendFrame(tx, { t: 'context', page: taken }))) patch(tx, { sentPage: text });
}

/** Titles are cut, addresses are not: half an address names another page. */
function fitting({ url, title, ...more }: PageInfo, full: boolean): PageInfo {
  const address = full ? url : pageAddress(url);
  return { url: address.length > PAGE_LIMITS.url ? '' : address, title: title.slice(0, PAGE_LIMITS.title), ...more };
}
