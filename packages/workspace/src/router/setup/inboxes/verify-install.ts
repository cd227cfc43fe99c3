/** Whether an inbox is on a page: what visitors have shown, and what the page's text and policy say. */
import { DestinationError, ONE_PAGE } from '@service/realtime-server/outgoing';
import { z } from 'zod';
import { orgId, webAddress } from '../../../contract/fields.js';
import { inboxId } from '../../../setup/inboxes/inbox-fields.js';
import { installsOf, shownInstall } from '../../../setup/inboxes/installs/installs.js';
import { checkInstall, INSTALL_CODES, unreachable } from '../../../setup/inboxes/installs/verify-install.js';
import { forMembers } from '../../procedure.js';
import { TAGS } from './inbox-rules.js';
import { inboxIn } from './shown-inbox.js';

export const verifyInstall = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/inboxes/verifyInstall',
    tags: TAGS,
    summary: 'Check whether a page shows the chat',
    description:
      'Reads the page once from the public internet, and says what in its text and its Content-Security-Policy keeps the chat away; and from where visitors have come. Nothing on the page is changed.',
  })
  .input(z.object({ orgId, inboxId, url: webAddress }))
  .output(
    z.object({
      findings: z.array(
        z.object({
          code: z.enum(INSTALL_CODES),
          effect: z.enum(['ok', 'blocks', 'note']),
          what: z.string(),
          toDo: z.string(),
        }),
      ),
      sessions: z.array(shownInstall).describe('Of the page’s origin.'),
    }),
  )
  .handler(async ({ context: { services, scope }, input }) => {
    const inbox = await inboxIn(services, scope, input.inboxId);
    const { allowedOrigins } = 'fields' in inbox ? inbox.fields : inbox;
    await services.installs.store();
    const installs = (await installsOf(services.database.db, [inbox.id])).get(inbox.id) ?? [];
    const { origin } = new URL(input.url);
    const sessions = installs.filter((install) => install.origin === origin);
    const checked = { allowedOrigins, state: inbox.state, isSeen: sessions.length > 0 };
    const about = { ...checked, inboxId: inbox.id, chatUrl: services.settings.chatUrl };
    try {
      const page = await services.siteVisits.visit(ONE_PAGE, (reader) => reader.read(input.url, { kinds: ['html'] }));
      const findings = checkInstall({ address: page.address, html: page.text, policy: page.policy }, about);
      return { findings: [...findings], sessions };
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error;
      return { findings: [unreachable(error.message)], sessions };
    }
  });
