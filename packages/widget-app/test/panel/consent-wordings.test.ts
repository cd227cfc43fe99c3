// @vitest-environment happy-dom
/** Which wordings a visitor can agree to where the document does not have their hashes. */
import { createHash } from 'node:crypto';
import { type BootDocument, consentText, LOCALES } from '@service/protocol';
import { expect, it } from 'vitest';
import { withWordings } from '../../src/panel/consent/with-wordings.js';
import { context } from '../support/panel-fixtures.js';

const bootWith = (consent: object): BootDocument => {
  const { boot } = context();
  return { ...boot, inbox: { ...boot.inbox, consent: { ...boot.inbox.consent, ...consent } } };
};

it('are those of every language, by the hash of the very text', async () => {
  const given = bootWith({});
  const { name, consent } = (await withWordings(given)).inbox;
  expect(consent).toMatchObject(given.inbox.consent);
  const expected = LOCALES.filter((locale) => locale !== 'en').map((locale) => [
    locale,
    createHash('sha256').update(consentText(name, locale)).digest('hex'),
  ]);
  expect(consent.wordings).toEqual(Object.fromEntries(expected));
});

it('are the document’s own where it has them', async () => {
  const given = bootWith({ wordings: { de: 'b'.repeat(64) } });
  expect(await withWordings(given)).toBe(given);
});
