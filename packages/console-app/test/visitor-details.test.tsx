// @vitest-environment happy-dom
/** What people are shown of a visitor: each field by its name, and what is signed never in one list with what is claimed. */
import { render } from 'preact';
import { describe, expect, it } from 'vitest';
import type { KnownVisitor } from '../src/api/conversation-api.js';
import { VisitorDetails } from '../src/conversation/visitor-details.js';

const NOTHING: KnownVisitor = { visitor: null, claimed: null, page: null, blocked: null };

function drawn(known: Partial<KnownVisitor>): Element {
  const root = document.createElement('div');
  render(<VisitorDetails {...NOTHING} {...known} />, root);
  return root;
}
/** The lists by their titles, each as its lines. */
function lists(root: Element): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...root.querySelectorAll('section')].map((section) => [
      section.getAttribute('aria-label'),
      [...section.querySelectorAll('dl > div')].map(
        (row) => `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.textContent}`,
      ),
    ]),
  );
}

const CLAIMED = 'The page says, not verified';
const FIELDS: Readonly<Record<string, readonly [Partial<KnownVisitor>, list: string, line: string]>> = {
  name: [{ claimed: { name: 'Kim' } }, CLAIMED, 'Name: Kim'],
  email: [{ claimed: { email: 'kim@a.example' } }, CLAIMED, 'Email: kim@a.example'],
  phone: [{ claimed: { phone: '+46 70 1' } }, CLAIMED, 'Phone: +46 70 1'],
  userId: [{ claimed: { userId: 'u-7' } }, CLAIMED, 'User id: u-7'],
  company: [{ claimed: { company: '会社' } }, CLAIMED, 'Company: 会社'],
  'a text of customAttributes': [{ claimed: { customAttributes: { plan: 'pro' } } }, CLAIMED, 'plan: pro'],
  'a number of customAttributes': [{ claimed: { customAttributes: { مقاعد: 3 } } }, CLAIMED, 'مقاعد: 3'],
  'a flag of customAttributes': [{ claimed: { customAttributes: { trial: false } } }, CLAIMED, 'trial: No'],
  'nothing in customAttributes': [{ claimed: { customAttributes: { left: null } } }, CLAIMED, 'left: None'],
  'the address of the page': [
    { page: { url: 'https://shop.example/%E9%9D%B4' } },
    'Page, not verified',
    'Address: https://shop.example/靴',
  ],
  'the title of the page': [{ page: { title: 'Prices' } }, 'Page, not verified', 'Title: Prices'],
  'the page that led here': [
    { page: { referrer: 'https://s.example' } },
    'Page, not verified',
    'Came from: https://s.example',
  ],
  'the signed name': [{ visitor: { subject: 'u-1', profile: { name: 'Kim' } } }, 'Verified by your site', 'Name: Kim'],
  'the signed id': [{ visitor: { subject: 'u-1', profile: {} } }, 'Verified by your site', 'Id: u-1'],
  'the signed plan': [
    { visitor: { subject: 'u-1', profile: { attrs: { plan: 'pro' } } } },
    'Verified by your site',
    'plan: pro',
  ],
  'an address that no one has confirmed': [
    { visitor: { subject: 'u-1', profile: { email: 'k@a.example', emailVerified: false } } },
    'Verified by your site',
    'Email, not confirmed: k@a.example',
  ],
};

describe('people are shown', () => {
  it.each(Object.keys(FIELDS))('%s', (name) => {
    const [known, list, line] = FIELDS[name] as (typeof FIELDS)[string];
    const shown = lists(drawn(known));
    expect(Object.keys(shown)).toEqual([list]);
    expect(shown[list]).toContain(line);
  });

  it('language and time zone, in words', () => {
    const [language, zone] =
      lists(drawn({ page: { language: 'de', timeZone: 'Asia/Tokyo' } }))['Page, not verified'] ?? [];
    expect(language).toBe('Language: German');
    expect(zone).toMatch(/^Time zone: Asia\/Tokyo, .+ there$/);
  });

  it('the verified mark beside a signed name alone, and the signed name before the claimed one', () => {
    const mark = (known: Partial<KnownVisitor>) => drawn(known).querySelector('summary')?.textContent;
    const visitor = { subject: 'u-1', profile: { name: 'Kim' } };
    expect(mark({ visitor, claimed: { name: 'Admin' } })).toBe('Kim Verified');
    expect(mark({ visitor: { subject: 'u-1', profile: {} }, claimed: { name: 'Admin' } })).toBe('u-1 Verified');
    expect(mark({ claimed: { name: 'Admin Verified' } })).toBe('Admin Verified Not verified');
    expect(drawn({}).innerHTML).toBe('');
  });
});
