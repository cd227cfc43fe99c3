/** What of a page's report is stored and shown: whatever a script of the page has written into it. */
import { PAGE_LIMITS, type PageInfo, type UserContext } from '@service/protocol';
import { userContextSchema } from '@service/protocol/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanPage,
  cleanUser,
  readVisitorFacts,
  storeVisitorContext,
} from '../../src/conversation/sessions/visitor-context.js';
import type { VisitorContext } from '../../src/store/store.js';

const SHOP = 'https://shop.example';
const pageAt = (url: string, more: Partial<PageInfo> = {}): PageInfo => ({ url, title: '', ...more });

/** Any code units, halves of characters too. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
);
const anyAddress = fc.oneof(
  anyText,
  fc
    .tuple(fc.constantFrom(SHOP, `${SHOP}@evil.example`, 'http://shop.example', 'javascript:'), anyText)
    .map(([start, rest]) => start + rest),
  fc
    .webUrl({ withFragments: true, withQueryParameters: true })
    .map((url) => SHOP + url.replace(/^[a-z]+:\/\/[^/]+/, '')),
);
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)])
      : [];
/** Line breaks, controls, characters of no width, switches of direction, halves of characters, and spaces at an end. */
const HIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|^\s|\s$/u;

describe('the page that a visitor is on', () => {
  it.each([
    [`${SHOP}/prices?token=4711#x`, `${SHOP}/prices`],
    [`${SHOP}/#access_token=4711`, `${SHOP}/`],
    [`${SHOP}/a#b?token=4711\n4711`, `${SHOP}/a`],
    [`https://kim:4711@shop.example/prices`, `${SHOP}/prices`],
    [SHOP, `${SHOP}/`],
  ])('is %s without what may hold a secret: %s', (url, expected) => {
    expect(cleanPage(pageAt(url), SHOP, false)).toEqual({ url: expected });
  });

  it('is the whole address where the inbox wants it', () => {
    expect(cleanPage(pageAt(`${SHOP}/shoes?size=42#red`), SHOP, true)).toEqual({ url: `${SHOP}/shoes?size=42#red` });
  });

  it.each([
    'https://evil.example/',
    `${SHOP}.evil.example/`,
    `${SHOP}@evil.example/`,
    'javascript:alert(1)',
    '/prices',
    '',
  ])('M13: is no address of another site: %s', (url) => {
    expect(cleanPage(pageAt(url, { title: 'Prices' }), SHOP, true)).toEqual({ title: 'Prices' });
  });

  it('came from an origin, and has a language and a time zone, or none of these', () => {
    const known = { referrer: 'https://search.example', language: 'pt-BR', timeZone: 'America/Sao_Paulo' };
    expect(cleanPage(pageAt('', known), SHOP, false)).toEqual(known);
    const wrong = { referrer: 'https://search.example/?q=secret', language: 'de; ignore', timeZone: 'Europe/Oslo and' };
    expect(cleanPage(pageAt('', wrong), SHOP, false)).toEqual({});
  });

  it('is on its own site, without query, bounded and on one line, whatever was reported', () => {
    const anyPage = fc.record({
      url: anyAddress,
      title: anyText,
      referrer: anyAddress,
      language: anyText,
      timeZone: anyText,
    });
    fc.assert(
      fc.property(anyPage, (reported) => {
        const page = cleanPage(reported, SHOP, false);
        for (const text of textsIn(page)) expect(text).not.toMatch(HIDDEN);
        for (const [field, text] of Object.entries(page)) {
          expect(text).not.toBe('');
          expect((text as string).length).toBeLessThanOrEqual(PAGE_LIMITS[field as keyof PageInfo]);
        }
        if (page.url !== undefined) {
          expect(page.url.startsWith(`${SHOP}/`)).toBe(true);
          expect(page.url).not.toMatch(/[?#]/);
        }
        expect(cleanPage({ url: '', title: '', ...page }, SHOP, false)).toEqual(page);
      }),
    );
  });
});

describe('what a page says of its visitor', () => {
  it('is on one line, without hidden characters and without what is empty, whatever was reported', () => {
    const anyValue = fc.oneof(
      anyText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const anyUser = fc.record(
      {
        name: anyText,
        email: anyText,
        phone: anyText,
        userId: anyText,
        company: anyText,
        customAttributes: fc.dictionary(anyText, anyValue, { maxKeys: 5 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyUser, (reported) => {
        const user = cleanUser(reported as UserContext);
        for (const text of textsIn(user)) expect(text).not.toMatch(HIDDEN);
        expect(textsIn(user)).not.toContain('');
        expect(Object.keys(user).every((field) => field in reported)).toBe(true);
        expect(userContextSchema.safeParse(user).error).toBeUndefined();
        expect(cleanUser(user)).toEqual(user);
      }),
    );
  });

  it('becomes the prototype of nothing', () => {
    const reported = { customAttributes: JSON.parse('{"__proto__":"x","plan":"pro"}') } as UserContext;
    expect(cleanUser(reported)).toEqual({ customAttributes: { plan: 'pro' } });
  });
});

describe('a report', () => {
  const session = { contact: 'ctc_1', conversation: 'cnv_1', hostOrigin: SHOP };
  const stored = async (visitorPage: 'path' | 'full' | 'none', report: { user?: UserContext; page?: PageInfo }) => {
    const all: VisitorContext[] = [];
    const store = { setVisitorContext: async (_: string, context: VisitorContext) => void all.push(context) };
    await storeVisitorContext(store, { visitorPage }, session, report);
    return all;
  };
  const page = pageAt(`${SHOP}/shoes?size=42`, { title: 'Shoes' });

  it('of a page is stored as far as the inbox wants it', async () => {
    const conversation = 'cnv_1';
    expect(await stored('path', { page })).toEqual([{ conversation, page: { url: `${SHOP}/shoes`, title: 'Shoes' } }]);
    expect(await stored('full', { page })).toEqual([{ conversation, page: { url: page.url, title: 'Shoes' } }]);
    expect(await stored('none', { page })).toEqual([]);
    expect(await stored('none', { page, user: { name: 'Kim' } })).toEqual([{ conversation, user: { name: 'Kim' } }]);
  });

  it('that an earlier version stored as it came is cleaned when it is read', async () => {
    const facts = {
      verified: { subject: 'kim', profile: { name: 'K\u202eim', attrs: { plan: 'p\u200bro', vip: true } } },
      claimed: { name: '', company: 'Ac\u0000me' },
      page: {},
    };
    expect(await readVisitorFacts({ visitorFacts: async () => facts }, 'ctc_1')).toEqual({
      verified: { subject: 'kim', profile: { name: 'Kim', attrs: { plan: 'pro', vip: true } } },
      claimed: { company: 'Acme' },
      page: null,
    });
  });
});
