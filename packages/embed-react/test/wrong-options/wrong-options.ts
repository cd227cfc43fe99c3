/** Options as people get them wrong: missing, null, too long, of the wrong type, a wrong address, another product's word. */

/** `with`: in place of the right option. `says`: what the problem names. `only`: where it is wrong, if not everywhere. */
export interface WrongOption {
  readonly what: string;
  readonly with: object | (() => object);
  readonly says: string;
  readonly only?: 'headless';
  /** There can be no chat: the client has stopped, or the widget has not started. */
  readonly ends?: true;
}

const long = (length: number): string => 'y'.repeat(length);
const attributes = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, i]));
const circular = (): object => {
  const user: Record<string, unknown> = { name: 'Kim' };
  user.company = user;
  return user;
};
const row = (what: string, given: WrongOption['with'], says: string, more: Partial<WrongOption> = {}): WrongOption => ({
  what,
  with: given,
  says,
  ...more,
});
const ends = { ends: true } as const;
const inbox = (what: string, inboxId: unknown): WrongOption =>
  row(`an inboxId that is ${what}`, { inboxId }, 'inboxId', ends);
const base = (what: string, baseUrl: unknown, more: Partial<WrongOption> = {}): WrongOption =>
  row(`a baseUrl that is ${what}`, { baseUrl }, 'baseUrl', { ...ends, ...more });
const user = (what: string, given: unknown, says: string): WrongOption => row(`a user ${what}`, { user: given }, says);
const ignored = (field: string, value: unknown): WrongOption =>
  row(`${field}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`, { [field]: value }, field);
const headless = { only: 'headless' } as const;

export const WRONG_OPTIONS: readonly WrongOption[] = [
  inbox('undefined, as a missing variable is', undefined),
  inbox('null', null),
  inbox('empty', ''),
  inbox('a number', 42),
  inbox('an object', { id: 'demo' }),
  inbox('a path', '../demo'),
  inbox('an address', 'https://chat.test/demo'),
  inbox('too long', long(65)),
  base('undefined, as a missing variable is', undefined, headless),
  base('null', null, headless),
  base('empty', ''),
  base('a number', 4600),
  base('an object', { origin: 'https://chat.test' }),
  base('without a scheme', 'chat.test'),
  base('without a scheme, with a port', 'localhost:4600'),
  base('of a socket', 'wss://chat.test'),
  base('of another protocol', 'ftp://chat.test'),
  base('with a path', 'https://chat.test/app'),
  base('with a query', 'https://chat.test?inbox=demo'),
  base('with a password', 'https://kim:secret@chat.test'),
  base('a script', 'javascript:alert(1)'),
  user('that is a text', 'Kim', 'user'),
  user('that is a list', ['Kim'], 'user'),
  user('with a long name', { name: long(257) }, 'user.name'),
  user('with a number for a name', { name: 42 }, 'user.name'),
  user('with an object for an address', { email: { address: 'kim@shop.test' } }, 'user.email'),
  user('with a field of their own', { name: 'Kim', plan: 'pro' }, 'user.plan'),
  user('with attributes that are a text', { customAttributes: 'pro' }, 'user.customAttributes'),
  user('with a long attribute', { customAttributes: { bio: long(600) } }, 'user.customAttributes.bio'),
  user('with too many attributes', { customAttributes: attributes(33) }, 'user.customAttributes'),
  user('with a long name of an attribute', { customAttributes: { [long(65)]: 1 } }, 'user.customAttributes.y'),
  user('with an object in an attribute', { customAttributes: { cart: { items: 2 } } }, 'user.customAttributes.cart'),
  user('with a number that is none', { customAttributes: { age: Number.NaN } }, 'user.customAttributes.age'),
  user('with a function', { customAttributes: { save: () => 1 } }, 'user.customAttributes.save'),
  user('with a BigInt', { customAttributes: { id: 10n } }, 'user.customAttributes.id'),
  row('a user that holds themselves', () => ({ user: circular() }), 'user'),
  row('a locale that is a number', { locale: 49 }, 'locale'),
  row('a locale in words', { locale: 'English, please' }, 'locale'),
  row('a locale that is too long', { locale: long(40) }, 'locale'),
  row('a locale with an underscore', { locale: 'pt_BR' }, 'locale'),
  row('requireConsent as a word', { requireConsent: 'yes' }, 'requireConsent'),
  row('requireConsent as a number', { requireConsent: 1 }, 'requireConsent'),
  row('a misspelt option', { userContext: { name: 'Kim' } }, 'userContext'),
  row('an option of another product', { app_id: 'abc' }, 'app_id'),
  row('a hostOrigin with a path', { hostOrigin: 'https://shop.test/help' }, 'hostOrigin', headless),
  row('an empty hostOrigin', { hostOrigin: '' }, 'hostOrigin', headless),
  row('a hostOrigin without a scheme', { hostOrigin: 'shop.test' }, 'hostOrigin', headless),
  row('a hostOrigin that is a number', { hostOrigin: 1 }, 'hostOrigin', headless),
  ignored('consent', true),
  ignored('consent', { version: '1' }),
  ignored('consent', { version: '1', textHash: 'abc', locale: 'en' }),
  ignored('page', 'https://shop.test/'),
  ignored('page', 5),
  ignored('storage', 'disk'),
  ignored('storage', 1),
  ignored('WebSocket', 'ws'),
  ignored('mode', 'popup'),
  ignored('position', 'top'),
  ignored('colorScheme', 'blue'),
  ignored('theme', 'dark'),
  ignored('placeholder', 42),
  ignored('questions', 'What is this?'),
  ignored('privacyUrl', 'ftp://shop.test'),
  ignored('launcher', 'round'),
  ignored('prefetch', 'never'),
  ignored('hideHeader', 'yes'),
];

/** What is passed in place of all options. */
export const NO_OPTIONS: readonly unknown[] = [null, 'demo', 42, []];
