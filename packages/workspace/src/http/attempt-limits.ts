/**
 * How often an address, or an account, may be tried: sign-in, reset, verification, invitation and owner link. What is refused counts
 * too, so that trying on does not help. In memory of each node; a password costs each of them a tenth of a second.
 */
import { RecentUse } from '@service/realtime-server/runtime';
import { normalEmail } from '../auth/create-account.js';

export interface AttemptLimits {
  /**
   * Counts an attempt. `account`: the address that is tried, or null. True: carry it out.
   */
  admit(address: string | null, account: string | null): boolean;
}

/** Longer ones are no addresses, and are not remembered whole. */
const MOST_EMAIL = 320;
const HALF_LIFE_MS = 5 * 60_000;
/** In the time of a half-life. A team behind one address signs in together in the morning. */
const OF_ADDRESS = 30;
const OF_ACCOUNT = 10;
export const RETRY_AFTER_SECONDS = 300;

export function createAttemptLimits(now: () => number): AttemptLimits {
  const clock = { now };
  const [byAddress, byAccount] = [new RecentUse(clock, HALF_LIFE_MS), new RecentUse(clock, HALF_LIFE_MS)];
  return {
    admit(address, account) {
      const key = account === null ? null : normalEmail(account).slice(0, MOST_EMAIL);
      if (address !== null) byAddress.add(address, 1);
      if (address !== null && byAddress.of(address) > OF_ADDRESS) return false;
      if (key === null) return true;
      byAccount.add(key, 1);
      return byAccount.of(key) <= OF_ACCOUNT;
    },
  };
}
