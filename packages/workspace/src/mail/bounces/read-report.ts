/** What a message says about a mail of ours: it could not be delivered (RFC 3464), or its receiver complained (RFC 5965). */
import PostalMime, { type Email } from 'postal-mime';

export type Report =
  /** `named`: header fields that may hold our signed id of the mail. */
  | { readonly kind: 'bounced' | 'complained'; readonly named: string }
  /** The mail server still tries, or refused for now only. */
  | { readonly kind: 'temporary' }
  /** No report, or one that can't be read. */
  | { readonly kind: 'other' };

/** Parts of a message. The parser needs seconds for a message of nothing but parts. */
const MOST_PARTS = 1_000;
const PARSE = {
  // What came back is not a part of the report: it could hold a report of its own.
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 20,
  maxHeadersSize: 262_144,
} as const;

const RECIPIENT_HEADERS = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];
const DELIVERY_STATUS = ['message/delivery-status', 'message/global-delivery-status'];
const FEEDBACK = ['message/feedback-report'];
const RETURNED = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];
/** Others are no complaints: `not-spam`, `auth-failure`. */
const COMPLAINTS = ['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list'];

export async function readReport(message: Buffer): Promise<Report> {
  if (partsAtMost(message) > MOST_PARTS) return { kind: 'other' };
  const email = await PostalMime.parse(message, PARSE).catch(() => null);
  if (!email) return { kind: 'other' };
  const feedback = partsOf(email, FEEDBACK).map(groupsOf);
  if (feedback.length > 0) return complaintIn(email, feedback.flat());
  const statuses = partsOf(email, DELIVERY_STATUS).flatMap(groupsOf);
  // Of a mail to one receiver; the group about the mail itself has no action.
  const recipients = statuses.filter((fields) => fields.has('action'));
  if (recipients.length === 0) return { kind: 'other' };
  return recipients.some(isFinal)
    ? { kind: 'bounced', named: namedIn(email, []) }
    : { kind: recipients.every(isDelivered) ? 'other' : 'temporary' };
}

function complaintIn(email: Email, groups: readonly Fields[]): Report {
  const type = groups.map((fields) => fields.get('feedback-type')).find((each) => each !== undefined);
  if (!COMPLAINTS.includes(type?.toLowerCase() ?? '')) return { kind: 'other' };
  return {
    kind: 'complained',
    named: namedIn(
      email,
      groups.map((fields) => fields.get('original-mail-from') ?? ''),
    ),
  };
}

const isFinal = (fields: Fields): boolean =>
  fields.get('action')?.toLowerCase() === 'failed' && !/^\s*4\./.test(fields.get('status') ?? '');

const isDelivered = (fields: Fields): boolean =>
  ['delivered', 'relayed', 'expanded'].includes(fields.get('action')?.toLowerCase() ?? '');

/** To whom the report came, and from whom and under which id the mail had gone. */
function namedIn({ headers, ...email }: Email, more: readonly string[]): string {
  const recipients = headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value);
  const returned = partsOf(email, RETURNED)
    .map((text) => groupsOf(text)[0])
    .flatMap((fields) => [fields?.get('message-id') ?? '', fields?.get('return-path') ?? '']);
  return [...recipients, ...more, ...returned].join('\n');
}

const partsOf = ({ attachments }: Pick<Email, 'attachments'>, types: readonly string[]): readonly string[] =>
  attachments.filter(({ mimeType }) => types.includes(mimeType.toLowerCase())).map(({ content }) => String(content));

type Fields = ReadonlyMap<string, string>;

/** Groups of fields, as a blank line parts them. Of a name that comes twice, the first counts. */
function groupsOf(text: string): readonly Fields[] {
  return text
    .replace(/\r\n/g, '\n')
    .trim()
    .split(/\n\n+/)
    .map((group) => {
      const fields = new Map<string, string>();
      for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
        const at = line.indexOf(':');
        const name = line.slice(0, at).trim().toLowerCase();
        if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
      }
      return fields;
    });
}

/** How many parts the message can have at most: each begins with two hyphens. */
function partsAtMost(message: Buffer): number {
  let count = 0;
  for (let at = message.indexOf('\n--'); at >= 0 && count <= MOST_PARTS; at = message.indexOf('\n--', at + 3)) count++;
  return count;
}
