/** What a business's website says of it: before there is an account behind the owner link, later for admins. */
import { DestinationError } from '@service/realtime-server/outgoing';
import { z } from 'zod';
import { isOwnerLink, isUnclaimed } from '../../../accounts/owner-link.js';
import { failure } from '../../../contract/errors.js';
import { orgId } from '../../../contract/fields.js';
import { INSPECTION, inspectWebsite } from '../../../setup/website/inspect-website.js';
import { forAnyone, forMembers } from '../../procedure.js';
import type { Services } from '../../services.js';

const found = z.object({ value: z.string(), foundIn: z.string() }).nullable();
const inspection = z.object({
  address: z.string().describe('That answered, behind the redirects.'),
  title: found,
  language: found.describe('A language tag.'),
  colour: found.describe('As the page writes it.'),
  logo: found.describe('Its address, of https.'),
  timeZone: found.describe('Of a country that has one alone.'),
  sitemap: found.describe('Its address.'),
});

const siteAddress = z.string().min(1).max(2_000).describe('Such as https://shop.example, or shop.example.');

const WHAT =
  'Its name, language, colour, logo, time zone and sitemap, each with where it was found; null: not found. Only public pages of https are read. Nothing is stored.';

export const inspect = forMembers({ role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/website/inspect',
    tags: ['Website'],
    summary: 'Read what a website says of its business',
    description: WHAT,
  })
  .input(z.object({ orgId, url: siteAddress }))
  .output(inspection)
  .handler(({ context, input }) => read(context.services, input.url));

/** A POST, so that the secret is in no address. */
export const inspectFirst = forAnyone
  .meta({ ...forAnyone['~orpc'].meta, kind: 'write' })
  .route({
    method: 'POST',
    path: '/website/inspectFirst',
    tags: ['Website'],
    summary: 'Read a website before there is an account',
    description: `With the secret of the owner link, as long as no one has used it. ${WHAT}`,
  })
  .input(z.object({ secret: z.string().min(1).max(128), url: siteAddress }))
  .output(inspection)
  .handler(async ({ context: { services }, input }) => {
    const { db } = services.database;
    if (!(await isUnclaimed(db)) || !(await isOwnerLink(db, input.secret)))
      throw failure(
        'NOT_FOUND',
        'This link is not valid, or has been used. Sign in, or ask an owner for an invitation.',
      );
    return read(services, input.url);
  });

export const website = { inspect, inspectFirst };

async function read({ siteVisits }: Services, url: string) {
  const address = `https://${url.trim().replace(/^https?:[/][/]/i, '')}`;
  try {
    return await siteVisits.visit(INSPECTION, (reader) => inspectWebsite(address, reader));
  } catch (error) {
    if (error instanceof DestinationError)
      throw failure('NOT_FOUND', `No public page can be read there. ${error.message}`, { reason: error.code });
    throw error;
  }
}
