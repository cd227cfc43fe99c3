import type { Context } from 'hono';
import { fromOf, OWN_MACHINE } from '../../runtime/network/client-address.js';
import type { InboxApiDeps, InboxApiEnv } from './deps.js';
import type { TeamAdmission } from './team-caller.js';

/** Asks who sends this request, and what they may see now. */
export function admitRequest(
  c: Context<InboxApiEnv>,
  { admit, proxies = 0 }: Pick<InboxApiDeps, 'admit' | 'proxies'>,
): Promise<TeamAdmission> {
  const { incoming } = c.env ?? {};
  return admit(c.req.raw, incoming ? fromOf(incoming, proxies) : OWN_MACHINE);
}
