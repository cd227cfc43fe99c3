/** How mail of this installation works, for its admins. */
import { z } from 'zod';
import { dateTime } from '../../contract/fields.js';
import { countAllMail, countMailBy, type MailGroup, type MailTotals, rate } from '../../mail/mail-metrics.js';
import { MAIL_CATEGORIES, MAIL_LIMIT } from '../../mail/mailer.js';
import { maskLinks } from '../../mail/mask-links.js';
import { forInstallationAdmins } from '../procedure.js';

const TAGS = ['Email', 'Admin'];
const ENVIRONMENT = 'production';
const OUTBOX_LISTED = 100;

const health = forInstallationAdmins
  .route({
    method: 'GET',
    path: '/admin/emails/health',
    tags: TAGS,
    summary: 'Health of mail',
    description:
      'Says whether mail can be sent, and the limit: so many mails in so many seconds to one receiver in the name of one organization.',
  })
  .output(
    z.object({
      status: z.enum(['healthy', 'unhealthy']),
      timestamp: dateTime,
      providers: z.object({ email: z.string() }),
      config: z.object({
        provider: z.string(),
        trackingEnabled: z.boolean(),
        previewEnabled: z.boolean(),
        rateLimitWindow: z.int().positive(),
        rateLimitMax: z.int().positive(),
      }),
      systemInfo: z.object({ environment: z.string() }),
    }),
  )
  .handler(async ({ context: { services } }) => {
    const { mailTransport, now } = services;
    return {
      status: (await mailTransport.works()) ? ('healthy' as const) : ('unhealthy' as const),
      timestamp: new Date(now()).toISOString(),
      providers: { email: mailTransport.provider },
      config: {
        provider: mailTransport.provider,
        trackingEnabled: services.settings.mailTracking,
        // Without a mail server, the outbox shows what would have been sent.
        previewEnabled: mailTransport.provider === 'outbox',
        rateLimitWindow: MAIL_LIMIT.windowSeconds,
        rateLimitMax: MAIL_LIMIT.most,
      },
      systemInfo: { environment: ENVIRONMENT },
    };
  });

const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const group = z.object({
  group: z.string(),
  totalSent: count,
  totalDelivered: count,
  totalOpened: count,
  totalClicked: count,
  deliveryRate: percent,
  openRate: percent,
  clickRate: percent,
});

const getMetrics = forInstallationAdmins
  .route({
    method: 'GET',
    path: '/admin/emails/metrics',
    tags: TAGS,
    summary: 'Figures of mail',
    description:
      'How much mail was sent and what became of it, over all accounts. Delivered: the mail server has accepted it. Rates are parts of what was sent, in percent. Days are those of UTC.',
  })
  .input(
    z.object({
      template: z.string().max(64).optional(),
      category: z.enum(MAIL_CATEGORIES).optional(),
      startDate: dateTime.optional().describe('Mail from this moment on.'),
      endDate: dateTime.optional().describe('Mail before this moment.'),
      limit: z.int().min(1).max(1_000).default(100).describe('The most groups of each breakdown.'),
    }),
  )
  .output(
    z.object({
      metrics: z.object({
        totalSent: count,
        totalDelivered: count,
        totalOpened: count,
        totalClicked: count,
        totalBounced: count,
        totalComplaints: count,
        totalFailed: count,
        uniqueOpens: count,
        uniqueClicks: count,
        deliveryRate: percent,
        openRate: percent,
        clickRate: percent,
        bounceRate: percent,
        complaintRate: percent,
      }),
      breakdown: z.object({ byTemplate: z.array(group), byCategory: z.array(group), byDay: z.array(group) }),
      timestamp: dateTime,
      providers: z.object({ email: z.string() }),
    }),
  )
  .handler(async ({ context: { services }, input }) => {
    const { database, mailTransport, now } = services;
    const { template, category, startDate, endDate, limit } = input;
    const filter = { template, category, from: millis(startDate), to: millis(endDate) };
    const by = async (grouping: 'template' | 'category' | 'day') =>
      (await countMailBy(database.db, grouping, filter, limit)).map(shownGroup);
    const totals = await countAllMail(database.db, filter);
    return {
      metrics: {
        ...totals,
        ...ratesOf(totals),
        bounceRate: rate(totals.totalBounced, totals.totalSent),
        complaintRate: rate(totals.totalComplaints, totals.totalSent),
      },
      breakdown: { byTemplate: await by('template'), byCategory: await by('category'), byDay: await by('day') },
      timestamp: new Date(now()).toISOString(),
      providers: { email: mailTransport.provider },
    };
  });

const millis = (time: string | undefined): number | undefined => (time === undefined ? undefined : Date.parse(time));

const ratesOf = ({ totalSent, totalDelivered, uniqueOpens, uniqueClicks }: MailTotals) => ({
  deliveryRate: rate(totalDelivered, totalSent),
  openRate: rate(uniqueOpens, totalSent),
  clickRate: rate(uniqueClicks, totalSent),
});

const shownGroup = ({ group: name, totals }: MailGroup): z.infer<typeof group> => ({
  group: name,
  totalSent: totals.totalSent,
  totalDelivered: totals.totalDelivered,
  totalOpened: totals.totalOpened,
  totalClicked: totals.totalClicked,
  ...ratesOf(totals),
});

const listOutbox = forInstallationAdmins
  .route({
    method: 'GET',
    path: '/admin/emails/listOutbox',
    tags: TAGS,
    summary: 'Mail that was not sent',
    description: `The last ${OUTBOX_LISTED} mails that this installation would have sent, the newest first, where no mail server is set up. Links that open another person’s account are masked. After seven days they are deleted.`,
  })
  .output(
    z.object({
      items: z.array(
        z.object({
          id: z.string(),
          to: z.string(),
          template: z.string(),
          category: z.enum(MAIL_CATEGORIES),
          subject: z.string(),
          text: z.string(),
          createdAt: dateTime,
        }),
      ),
    }),
  )
  .handler(async ({ context: { services, person } }) => {
    const rows = await services.database.db
      .selectFrom('email_message')
      .selectAll()
      .where('text', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(OUTBOX_LISTED)
      .execute();
    return {
      items: rows.map(({ id, recipient, template, category, subject, text, created_at }) => ({
        id,
        to: recipient,
        template,
        category: category as (typeof MAIL_CATEGORIES)[number],
        subject,
        text: category === 'security' && recipient !== person.email ? maskLinks(text ?? '') : (text ?? ''),
        createdAt: new Date(created_at).toISOString(),
      })),
    };
  });

export const adminEmails = { health, getMetrics, listOutbox };
