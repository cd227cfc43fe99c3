/** The languages of the chat: which one a visitor gets, and that each has all texts, plural forms and the consent. */
import { consentText, LOCALES } from '@service/protocol';
import { describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../src/i18n/load-catalogue.js';
import type { Texts } from '../../src/i18n/texts.js';
import { dayLabel, isNewDay } from '../../src/transcript/days.js';
import { loadAllTexts } from '../support/load-all-texts.js';
import { english } from '../support/panel-fixtures.js';

const catalogues = await Promise.all(LOCALES.map((locale) => loadAllTexts(chooseLanguage([locale]))));
const counting = ['jumpToNew', 'unread', 'charactersLeft', 'tooLong'] as const;

describe('the language of the chat', () => {
  it.each([
    { wishes: ['de'], language: 'de', locale: 'de' },
    { wishes: ['de-AT'], language: 'de', locale: 'de-AT' },
    { wishes: ['pt'], language: 'pt-BR', locale: 'pt' },
    { wishes: ['pt-PT'], language: 'pt-BR', locale: 'pt-PT' },
    { wishes: ['zh'], language: 'zh-Hans', locale: 'zh' },
    { wishes: ['zh-CN'], language: 'zh-Hans', locale: 'zh-CN' },
    { wishes: ['zh-SG'], language: 'zh-Hans', locale: 'zh-SG' },
    { wishes: ['zh-TW', 'ja'], language: 'ja', locale: 'ja' },
    { wishes: ['zh-Hant', 'fr'], language: 'fr', locale: 'fr' },
    { wishes: ['de-Latn-AT', 'fr'], language: 'de', locale: 'de-Latn-AT' },
    { wishes: ['und', 'de'], language: 'de', locale: 'de' },
    { wishes: ['ar-EG'], language: 'ar', locale: 'ar-EG' },
    { wishes: ['EN-gb'], language: 'en', locale: 'EN-gb' },
    { wishes: [null, 'es-MX'], language: 'es', locale: 'es-MX' },
    { wishes: ['nl', 'fr-CA'], language: 'fr', locale: 'fr-CA' },
    { wishes: ['', 'de_DE', 'x', 'javascript:1', undefined], language: 'en', locale: 'en' },
    { wishes: [], language: 'en', locale: 'en' },
  ])('is $language for the languages $wishes', ({ wishes, language, locale }) => {
    expect(chooseLanguage(wishes)).toEqual({ language, locale });
  });

  it('guesses the script, which takes milliseconds, only for languages with several scripts', () => {
    const guesses = vi.spyOn(Intl.Locale.prototype, 'maximize');
    for (const wish of ['en-US', 'de-DE', 'pt-PT', 'ar-EG', 'nl']) chooseLanguage([wish]);
    expect(guesses).not.toHaveBeenCalled();
    chooseLanguage(['zh-TW']);
    expect(guesses).toHaveBeenCalled();
    guesses.mockRestore();
  });
});

describe.each(catalogues.map((texts) => ({ texts, language: texts.language })))('$language', ({ texts, language }) => {
  it('has every text, and none is empty or left in English', () => {
    const everything = ({ tools, form, searchView, queue, hours, ...rest }: Texts): readonly object[] => [
      rest,
      ...[tools, form, searchView, queue, hours],
    ];
    const keysOf = (all: Texts) => everything(all).map((part) => Object.keys(part).sort());
    expect(keysOf(texts)).toEqual(keysOf(english));
    for (const [key, text] of everything(texts).flatMap((part) => Object.entries(part)))
      if (typeof text === 'string') expect(text.trim(), key).not.toBe('');
    if (language !== 'en') expect(texts.placeholder).not.toBe(english.placeholder);
  });

  it('uses the plural form of the language for every number up to a thousand', () => {
    const rules = new Intl.PluralRules(language);
    for (const name of counting) {
      const shapes = new Map<string, string>();
      for (let count = 0; count <= 1_000; count++) {
        const text = texts[name](count);
        const shape = text.replace(new Intl.NumberFormat(language).format(count), '#');
        const category = rules.select(count);
        expect(text).not.toContain('#');
        expect(shapes.get(category) ?? shape, `${name} ${count}`).toBe(shape);
        shapes.set(category, shape);
      }
    }
  });

  it('inserts names and titles', () => {
    const name = 'Zoë 〈7〉';
    for (const text of [
      texts.typing(name),
      texts.personAccepted(name),
      texts.withNamedPerson(name),
      texts.aiAuthor(name),
      texts.defaultGreeting(name),
      texts.personHours(name),
      texts.source(3, name),
      consentText(name, language),
    ])
      expect(text).toContain(name);
    expect(texts.failed('too_large', 'Shorten it.').length).toBeGreaterThan(
      texts.failed('internal', '').length + (language === 'en' ? 0 : 3),
    );
  });

  it('says of a message to a paused chat that it is paused', () => {
    expect(texts.failed('inbox_paused', 'English')).toContain(texts.paused);
  });

  it('names days', () => {
    const now = new Date(2026, 4, 12, 15).getTime();
    expect(dayLabel(now, now, texts)).toBe(texts.today);
    expect(dayLabel(new Date(2026, 4, 11, 1).getTime(), now, texts)).toBe(texts.yesterday);
    const older = new Date(2026, 4, 1, 12);
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' }).format(older);
    expect(dayLabel(older.getTime(), now, texts)).toContain(weekday);
    expect(dayLabel(new Date(2025, 4, 1, 12).getTime(), now, texts)).toContain(
      new Intl.DateTimeFormat(language, { year: 'numeric' })
        .format(new Date(2025, 4, 1))
        .replace(/\D/g, '')
        .slice(-2),
    );
  });
});

it('a new day begins at midnight, and not with the first message', () => {
  const evening = new Date(2026, 4, 11, 23, 59).getTime();
  expect(isNewDay(evening, evening + 120_000)).toBe(true);
  expect(isNewDay(evening - 120_000, evening)).toBe(false);
  expect(isNewDay(undefined, evening)).toBe(false);
});

it('Arabic is written from right to left, the others are not', () => {
  expect(catalogues.filter(({ dir }: Texts) => dir === 'rtl').map(({ language }) => language)).toEqual(['ar']);
});
