import type { InboxApi, InboxApiDeps } from '../deps.js';
import { INBOX_API_REQUESTS } from '../requests.js';
import { badRequest, notFound, readJson } from '../responses.js';
import { mayUseInbox } from '../team-caller.js';

/** Ends the sessions of a signed-in visitor, as when the site's account is closed. */
export function addSessionRoutes(api: InboxApi, { inboxes, endSessionsOf }: InboxApiDeps): void {
  api.post('/sessions/revoke', async (c) => {
    const request = INBOX_API_REQUESTS['POST /sessions/revoke'].safeParse(await readJson(c));
    if (!request.success)
      return badRequest(c, 'Send JSON with inbox and subject, the id that your tokens carry as sub.');
    const { inbox, subject } = request.data;
    if (!mayUseInbox(c.get('asking').caller, inboxes, inbox)) return notFound(c);
    return c.json({ ended: await endSessionsOf(inbox, subject) });
  });
}
