/** The inbox folders: every mistake explained at once, and no mistake made while the server runs takes a chat away. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consentText, LOCALES } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import type { InboxDirectory, InboxSettings } from '../../dist/inbox/inbox.js';
import { openInboxes } from '../../dist/inbox/inbox-directory.js';
import { consentHash, isPublishedWording, publicInbox } from '../../dist/inbox/public-inbox.js';
import { inboxesOf } from '../support/serve.js';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const write = (root: string, id: string, text: string): void => {
  mkdirSync(join(root, id), { recursive: true });
  writeFileSync(join(root, id, 'inbox.json'), text);
};
const good = (name: string): string => JSON.stringify({ name, allowedOrigins: ['https://shop.example'] });
const open = (root: string): InboxDirectory => openInboxes(root, { warn: () => undefined, info: () => undefined });

/** The lines an operator reads when the server refuses to start, each without the path of the test's own folder. */
function refusal(root: string): readonly string[] {
  try {
    open(root);
  } catch (error) {
    return (error as Error).message.replaceAll(join(root, '/'), '').split('\n');
  }
  return [];
}

/** A running server's inboxes, with a clock that jumps past the next look at the files. */
function running(root: string) {
  let now = 0;
  const warnings: object[] = [];
  const inboxes = openInboxes(root, { warn: (fields) => warnings.push(fields), info: () => undefined }, () => now);
  const later = (): void => {
    now += 2_000;
  };
  return { inboxes, warnings, later };
}

it('refuses a folder that is named like an inbox of the console', () => {
  const root = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  write(root, 'inb_shop', good('Shop'));
  expect(refusal(root)).toEqual([
    'inb_shop/inbox.json: the folder\'s name must not begin with "inb_", which is how ids of the console begin: rename it',
  ]);
  rmSync(root, { recursive: true });
});

describe('an inbox.json with mistakes', () => {
  it.each([
    ['a field of another kind', { name: 5 }, 'name must be a text in quotes'],
    ['a missing field', { name: undefined }, 'name is missing: add it as a text in quotes'],
    ['an empty text', { name: '' }, 'name must not be empty'],
    ['a long text', { name: 'x'.repeat(81) }, 'name is too long: keep at most 80 characters'],
    ['no origin that may embed it', { allowedOrigins: [] }, 'allowedOrigins must have at least 1 entry'],
    [
      'an origin with a slash',
      { allowedOrigins: ['https://shop.example/'] },
      'allowedOrigins.0 must be an origin such as "https://shop.example", without path or slash',
    ],
    [
      'an IPv6 address',
      { allowedOrigins: ['http://[::1]:4701'] },
      'allowedOrigins.0 is an IPv6 address, which browsers can’t allow to show the chat: use a name, such as "http://localhost:4601"',
    ],
    ...['capacitor://localhost', 'ionic://localhost', 'tauri://localhost', 'app://shop'].map(
      (origin) =>
        [
          `the web view of an app, ${origin}`,
          { allowedOrigins: ['https://shop.example', origin] },
          'allowedOrigins.1 has a scheme of an app’s own, such as "capacitor://": browsers can’t allow it to show the chat. Open the chat from a page of https in the app',
        ] as [string, object, string],
    ),
    ['too many questions', { questions: Array(9).fill('Why?') }, 'questions has too many entries: keep at most 8'],
    [
      'an unknown template',
      { theme: { template: 'pretty' } },
      'theme.template must be one of "minimal", "modern", "corporate", "playful", "dark", "custom"',
    ],
    [
      'a setting that doesn’t exist',
      { theme: { colour: 'red' } },
      'theme.colour is not a setting: remove it, or check how it is spelt',
    ],
    ['a switch in quotes', { requireConsent: 'yes' }, 'requireConsent must be true or false'],
  ])('says what to write instead of %s', (_what, change, sentence) => {
    const root = folder();
    write(root, 'shop', JSON.stringify({ name: 'Shop', allowedOrigins: ['https://shop.example'], ...change }));
    expect(refusal(root)).toEqual([`shop/inbox.json: ${sentence}`]);
  });

  it('is reported with all its mistakes, and with those of all the others', () => {
    const root = folder();
    write(root, 'one', '{ "name": 5, "allowedOrigins": [], "colour": "red" }');
    write(root, 'two', '{ not json');
    write(root, 'three', '[]');
    write(root, 'fine', good('Shop'));
    expect([...refusal(root)].sort()).toEqual([
      'one/inbox.json: allowedOrigins must have at least 1 entry',
      'one/inbox.json: colour is not a setting: remove it, or check how it is spelt',
      'one/inbox.json: name must be a text in quotes',
      'three/inbox.json: the file must be an object in { }',
      expect.stringContaining('two/inbox.json: is not valid JSON ('),
    ]);
  });

  it('is reported too when only its folder’s name can’t be an id', () => {
    const root = folder();
    write(root, 'my.shop', good('Shop'));
    expect(refusal(root)).toEqual([expect.stringContaining("the folder's name is the inbox's id: use only letters")]);
  });

  it('is not one that begins with a byte order mark', () => {
    const root = folder();
    write(root, 'shop', `\uFEFF${good('Shop')}`);
    expect(open(root).get('shop')?.name).toBe('Shop');
  });
});

describe('the inboxes of a running server', () => {
  it('change with their files', () => {
    const root = folder();
    write(root, 'shop', good('Before'));
    const { inboxes, later } = running(root);
    write(root, 'shop', good('After, and longer'));
    write(root, 'second', good('Second'));
    later();
    expect(inboxes.get('shop')?.name).toBe('After, and longer');
    expect(inboxes.list().map(({ id }) => id)).toEqual(['shop', 'second']);
    rmSync(join(root, 'shop'), { recursive: true });
    later();
    expect(inboxes.get('shop')).toBeNull();
  });

  it('keep their last good settings through a typo, which is reported once', () => {
    const root = folder();
    write(root, 'shop', good('Shop'));
    const { inboxes, warnings, later } = running(root);
    write(root, 'shop', '{ "name": ');
    for (let look = 0; look < 3; look++) {
      later();
      expect(inboxes.get('shop')?.name).toBe('Shop');
    }
    expect(warnings).toEqual([{ problems: [expect.stringContaining('is not valid JSON')] }]);
    write(root, 'shop', good('Repaired'));
    later();
    expect(inboxes.get('shop')?.name).toBe('Repaired');
  });

  it('stay while the whole folder is out of reach, which is reported once', () => {
    const root = join(folder(), 'inboxes');
    write(root, 'shop', good('Shop'));
    const { inboxes, warnings, later } = running(root);
    rmSync(root, { recursive: true });
    for (let look = 0; look < 3; look++) {
      later();
      expect(inboxes.get('shop')?.name).toBe('Shop');
    }
    expect(warnings).toHaveLength(1);
    write(root, 'shop', good('Back again'));
    later();
    expect(inboxes.get('shop')?.name).toBe('Back again');
  });

  it('are found by their exact id only', () => {
    const root = folder();
    write(root, 'shop', good('Shop'));
    const inboxes = open(root);
    for (const id of ['__proto__', 'constructor', '../shop', 'SHOP', 'shop ', '']) expect(inboxes.get(id)).toBeNull();
  });

  it('may be links to folders elsewhere, and hidden folders are none', () => {
    const [root, elsewhere] = [folder(), folder()];
    write(elsewhere, 'shop', good('Elsewhere'));
    symlinkSync(join(elsewhere, 'shop'), join(root, 'shop'));
    write(root, '.trash', 'anything');
    expect(
      open(root)
        .list()
        .map(({ id }) => id),
    ).toEqual(['shop']);
  });

  it('may be none yet', () => {
    const { inboxes, warnings } = running(join(folder(), 'not-made-yet'));
    expect(inboxes.list()).toEqual([]);
    expect(warnings).toHaveLength(1);
  });
});

describe('what a browser learns of an inbox', () => {
  const settings = inboxesOf({
    id: 'shop',
    name: 'Shop & Sons',
    consentVersion: '7',
    synonyms: [['shoe', 'boot']],
    people: { hours: 'Weekdays 9–17' },
  }).get('shop') as InboxSettings;

  it('is neither who else may embed it nor what it knows', () => {
    expect(Object.keys(publicInbox(settings)).sort()).toEqual(
      [
        ...['id', 'name', 'agentName', 'agentTitle', 'greeting', 'placeholder', 'questions', 'theme'],
        ...['privacyUrl', 'requireConsent', 'consent', 'people', 'visitorPage'],
      ].sort(),
    );
  });

  it('is how else to reach the business, where it says so', () => {
    const shop = inboxesOf({ id: 'shop', name: 'Shop', otherContact: 'Call +47 22 33 44 55.' }).get('shop');
    expect(publicInbox(shop as InboxSettings).otherContact).toBe('Call +47 22 33 44 55.');
  });

  it('is which wordings it agrees to: version, and for each language the hash of the very text', async () => {
    const { consent } = publicInbox(settings);
    const hashes = { [consent.locale]: consent.textHash, ...consent.wordings };
    expect(consent).toMatchObject({ version: '7', locale: 'en' });
    expect(Object.keys(hashes).sort()).toEqual([...LOCALES].sort());
    for (const locale of LOCALES) {
      const bytes = new TextEncoder().encode(consentText('Shop & Sons', locale));
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
      expect(hashes[locale]).toBe(hash);
      expect(isPublishedWording(settings, { version: '7', textHash: hash, locale })).toBe(true);
    }
  });

  it('P3: is no wording in another language than the record says, of another version, or with another name in it', () => {
    const textHash = consentHash('Shop & Sons', 'de');
    for (const grant of [
      { version: '7', textHash, locale: 'en' },
      { version: '7', textHash, locale: 'nl' },
      { version: '6', textHash, locale: 'de' },
      { version: '7', textHash: consentHash('Shop & Daughters', 'de'), locale: 'de' },
    ])
      expect(isPublishedWording(settings, grant)).toBe(false);
  });
});
