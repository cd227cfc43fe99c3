/** What is known of the visitor. What the site has signed and what the page only says are never in one list. */
import { cleanText, safeLink } from '@service/protocol';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { KnownVisitor } from '../api/conversation-api.js';
import { timeIn } from '../content/time.js';

type Value = string | number | boolean | null;
type Row = readonly [label: string, value: ComponentChildren];

const FIELDS = { name: 'Name', email: 'Email', phone: 'Phone', userId: 'User id', company: 'Company' } as const;

export function VisitorDetails({ visitor, claimed, page }: KnownVisitor) {
  // On a phone, the conversation needs the room.
  const [startsOpen] = useState(() => matchMedia('(min-width: 44rem)').matches);
  if (!visitor && !claimed && !page) return null;
  const name = visitor ? (visitor.profile.name ?? visitor.subject) : claimed?.name;
  return (
    <details class="visitor" open={startsOpen}>
      <summary>
        <span dir="auto">{cleanText(name ?? 'Visitor')}</span>{' '}
        <span class={visitor ? 'mark verified' : 'mark'}>{visitor ? 'Verified' : 'Not verified'}</span>
      </summary>
      <div class="facts">
        {visitor && <Facts title="Verified by your site" rows={verifiedRows(visitor)} />}
        {claimed && <Facts title="The page says, not verified" rows={claimedRows(claimed)} />}
        {page && <Facts title="Page, not verified" rows={pageRows(page)} />}
      </div>
    </details>
  );
}

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function verifiedRows({ subject, profile }: NonNullable<KnownVisitor['visitor']>): readonly Row[] {
  const { name, email, emailVerified, attrs } = profile;
  return [
    ...(name ? [[FIELDS.name, cleanText(name)] as const] : []),
    ['Id', cleanText(subject)],
    // The site has signed which address it has, and that no one has confirmed it.
    ...(email ? [[emailVerified ? FIELDS.email : 'Email, not confirmed', cleanText(email)] as const] : []),
    ...attributeRows(attrs),
  ];
}

function claimedRows({ customAttributes, ...texts }: NonNullable<KnownVisitor['claimed']>): readonly Row[] {
  const fields = Object.entries(FIELDS).flatMap(([field, label]): Row[] => {
    const text = texts[field as keyof typeof FIELDS];
    return text ? [[label, cleanText(text)]] : [];
  });
  return [...fields, ...attributeRows(customAttributes)];
}

function attributeRows(attributes: Readonly<Record<string, Value>> = {}): readonly Row[] {
  return Object.entries(attributes).map(([name, value]) => [cleanText(name), inWords(value)]);
}

const inWords = (value: Value): string =>
  value === null ? 'None' : value === true ? 'Yes' : value === false ? 'No' : cleanText(String(value));

function pageRows({ url, title, referrer, language, timeZone }: NonNullable<KnownVisitor['page']>): readonly Row[] {
  const there = timeZone && timeIn(timeZone, Date.now());
  return [
    ...(title ? [['Title', cleanText(title)] as const] : []),
    ...(url ? [['Address', <Address key="address" url={url} />] as const] : []),
    ...(referrer ? [['Came from', cleanText(referrer)] as const] : []),
    ...(language ? [['Language', languageName(language)] as const] : []),
    ...(timeZone
      ? [['Time zone', there ? `${cleanText(timeZone)}, ${there} there` : cleanText(timeZone)] as const]
      : []),
  ];
}

/** The server has taken out addresses of other sites than the visitor's. */
function Address({ url }: { readonly url: string }) {
  const link = safeLink(url);
  const text = cleanText(readable(url));
  if (!link) return <>{text}</>;
  return (
    <a href={link.href} target="_blank" rel="noopener noreferrer nofollow ugc">
      {text}
    </a>
  );
}

/** With letters in place of their codes. */
function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

/** In the reader's language. */
function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
