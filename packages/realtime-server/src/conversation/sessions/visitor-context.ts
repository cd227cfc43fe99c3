/** What is stored of a page's report on its visitor. Anything may be in such a report: a script of the page, or a program, wrote it. */
import { cleanLine, isWebOrigin, LANGUAGE_TAG, PAGE_LIMITS, type PageInfo, type UserContext } from '@service/protocol';
import type { InboxSettings } from '../../inbox/inbox.js';
import type { Store, VerifiedProfile, VisitorContext, VisitorFacts, VisitorPage } from '../../store/store.js';
import type { OpenSession } from './sessions.js';

/** Stores what a page has reported, as far as the inbox wants it. */
export async function storeVisitorContext(
  store: Pick<Store, 'setVisitorContext'>,
  inbox: Pick<InboxSettings, 'visitorPage'>,
  { contact, conversation, hostOrigin }: Pick<OpenSession, 'contact' | 'conversation' | 'hostOrigin'>,
  { user, page }: { readonly user?: UserContext; readonly page?: PageInfo },
): Promise<void> {
  const { visitorPage } = inbox;
  const context: VisitorContext = {
    conversation,
    ...(user && { user: cleanUser(user) }),
    ...(page && visitorPage !== 'none' && { page: cleanPage(page, hostOrigin, visitorPage === 'full') }),
  };
  if (context.user || context.page) await store.setVisitorContext(contact, context);
}

/** What is known of a visitor, fit to be shown. */
export async function readVisitorFacts(store: Pick<Store, 'visitorFacts'>, contact: string): Promise<VisitorFacts> {
  const { page, ...facts } = await store.visitorFacts(contact);
  return { ...cleanFacts(facts), page: nullIfEmpty(page ?? {}) };
}

/** What is stored of a visitor, fit to be shown. */
const cleanFacts = ({ verified, claimed }: KnownFacts): KnownFacts => ({
  verified: verified && { ...verified, profile: cleanProfile(verified.profile) },
  // Versions before this one stored what came.
  claimed: nullIfEmpty(cleanUser(claimed ?? {})),
});

type KnownFacts = Pick<VisitorFacts, 'verified' | 'claimed'>;

/** The name and address of a visitor: those that the site has signed, or what the page says. */
export function nameAndEmailOf(facts: KnownFacts): { readonly name?: string; readonly email?: string } {
  const { verified, claimed } = cleanFacts(facts);
  const { name, email } = verified ? verified.profile : (claimed ?? {});
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}

/** Each text on one line, without hidden characters; empty ones are left out. */
export function cleanUser({ customAttributes, ...texts }: UserContext): UserContext {
  const attributes = cleanAttributes(customAttributes ?? {});
  return { ...cleanTexts(texts), ...(attributes && { customAttributes: attributes }) };
}

/** `full`: with what follows `?` or `#` in the address. An address of another origin than the page's own is left out. */
export function cleanPage(page: PageInfo, origin: string, full: boolean): VisitorPage {
  const { url, title, referrer = '', language = '', timeZone = '' } = page;
  return cleanTexts({
    url: addressIn(origin, url, full),
    title,
    referrer: isWebOrigin(referrer) ? referrer : '',
    language: LANGUAGE_TAG.test(language) ? language : '',
    timeZone: TIME_ZONE.test(timeZone) ? timeZone : '',
  });
}

const TIME_ZONE = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/;

/** Empty for another origin. Put together anew, so that nothing is in it but path, query and fragment. */
function addressIn(origin: string, url: string, full: boolean): string {
  if (!URL.canParse(url)) return '';
  const { origin: its, pathname, search, hash } = new URL(url);
  const address = `${its}${pathname}${full ? search + hash : ''}`;
  return its === origin && address.length <= PAGE_LIMITS.url ? address : '';
}

function cleanProfile({ name, email, attrs, ...rest }: VerifiedProfile): VerifiedProfile {
  const attributes = cleanAttributes(attrs ?? {});
  return { ...cleanTexts({ name, email }), ...rest, ...(attributes && { attrs: attributes }) };
}

/** Null when nothing remains. */
function cleanAttributes<Value>(attributes: Readonly<Record<string, Value>>): Record<string, Value> | null {
  const clean = Object.entries(attributes).map(
    ([name, value]) => [cleanText(name), typeof value === 'string' ? cleanText(value) : value] as [string, Value],
  );
  return nullIfEmpty(
    Object.fromEntries(clean.filter(([name, value]) => name !== '' && name !== '__proto__' && value !== '')),
  );
}

function cleanTexts<Texts extends Readonly<Record<string, string | undefined>>>(texts: Texts): Partial<Texts> {
  const clean = Object.entries(texts).map(([name, text = '']) => [name, cleanText(text)]);
  return Object.fromEntries(clean.filter(([, text]) => text !== '')) as Partial<Texts>;
}

/** Halves of characters come from texts that were cut in the middle of one. */
const cleanText = (text: string): string => cleanLine(text.replace(/\p{Cs}/gu, ''));

const nullIfEmpty = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);
