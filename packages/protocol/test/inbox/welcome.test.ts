/** What an empty conversation begins with, by the visitor's language and page. */
import { expect, it } from 'vitest';
import { type Welcome, welcomeFor } from '../../src/inbox/welcome.js';

const entry = (over: Partial<Welcome>): Welcome => ({
  language: null,
  path: null,
  greeting: null,
  questions: null,
  ...over,
});
const greetingFor = (welcomes: readonly Welcome[], path: string | null, language: 'en' | 'de' = 'en') =>
  welcomeFor({ greeting: 'Hello', questions: ['Where?'], welcomes }, { language, path }).greeting;

const WELCOMES = [
  entry({ greeting: 'Anywhere in German', language: 'de' }),
  entry({ greeting: 'Help', path: '/help/*' }),
  entry({ greeting: 'Hilfe', path: '/help/*', language: 'de' }),
  entry({ greeting: 'Prices', path: '/help/prices' }),
  entry({ greeting: 'Deeper', path: '/help/prices/*' }),
  entry({ greeting: 'Größen', path: '/größen' }),
];

it.each([
  [null, 'en', 'Hello'],
  ['/', 'en', 'Hello'],
  ['/', 'de', 'Anywhere in German'],
  ['/help', 'en', 'Help'],
  ['/help/', 'en', 'Help'],
  ['/helpless', 'en', 'Hello'],
  ['/help/returns', 'de', 'Hilfe'],
  ['/help/prices', 'en', 'Prices'],
  ['/help/prices', 'de', 'Prices'],
  ['/help/prices/old', 'en', 'Deeper'],
  ['/gr%C3%B6%C3%9Fen', 'en', 'Größen'],
] as const)('on %s in %s it is: %s', (path, language, wanted) => {
  expect(greetingFor(WELCOMES, path, language)).toBe(wanted);
});

it('takes greeting and questions each from the nearest entry that has them', () => {
  const welcomes = [entry({ path: '/help/*', questions: [] }), entry({ language: 'de', greeting: 'Moin' })];
  const inbox = { greeting: null, questions: ['Where?'], welcomes };
  expect(welcomeFor(inbox, { language: 'de', path: '/help' })).toEqual({ greeting: 'Moin', questions: [] });
  expect(welcomeFor(inbox, { language: 'en', path: '/' })).toEqual({ greeting: null, questions: ['Where?'] });
});
