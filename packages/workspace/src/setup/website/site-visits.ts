/** Visits of websites for members who wait for the answer: a few at a time, each bounded in pages, bytes and time. */
import { createSiteReader, type Network, type SiteReader, type VisitLimits } from '@service/realtime-server/outgoing';
import { failure } from '../../contract/errors.js';

const AT_ONCE = 4;

export interface SiteVisits {
  /** @throws TOO_MANY_REQUESTS while as many visits go on as may */
  visit<T>(limits: VisitLimits, work: (reader: SiteReader) => Promise<T>): Promise<T>;
}

/** `network`: undefined: the internet. */
export function openSiteVisits(network?: Network): SiteVisits {
  let going = 0;
  return {
    async visit(limits, work) {
      if (going >= AT_ONCE)
        throw failure('TOO_MANY_REQUESTS', 'Other websites are being read. Try again in a moment.', {
          retryAfterSeconds: 10,
        });
      going += 1;
      try {
        return await work(createSiteReader(limits, () => performance.now(), network));
      } finally {
        going -= 1;
      }
    },
  };
}
