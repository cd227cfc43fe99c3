import { LOCALES } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../../widget-app/src/i18n/load-catalogue.js';
import { textsOf } from '../../../widget-app/src/i18n/texts.js';
import { launcherTexts } from '../../src/launcher/texts.js';

describe.each(LOCALES)('the launcher’s texts in %s', (language) => {
  it('are the words of the widget, for every number of messages', async () => {
    const catalogue = await CATALOGUES[language]();
    const widget = textsOf(catalogue, language);
    const texts = launcherTexts(language, language);
    expect(texts.name(false, 0)).toBe(catalogue.openChat);
    expect(texts.name(true, 3)).toBe(catalogue.closeChat);
    for (const count of [1, 2, 3, 10, 11, 21, 99, 100, 101, 1_000, 1_000_000]) {
      expect(texts.unread(count)).toBe(widget.unread(count));
      expect(texts.name(false, count).startsWith(catalogue.openChat)).toBe(true);
      expect(texts.name(false, count).endsWith(widget.unread(count))).toBe(true);
    }
  });
});

it('numbers are written as in the visitor’s country', () => {
  const digits = new Intl.NumberFormat('ar-EG').format(12);
  expect(launcherTexts('ar', 'ar-EG').unread(12)).toContain(digits);
});
