/** The writing direction of the prompt input. */
import { afterEach, describe, expect, it } from 'vitest';
import { LAUNCHER_TEXTS } from '../../src/boot/opener/launcher-texts.js';
import { createPromptInput } from '../../src/boot/opener/prompt-input.js';
import { chooseLanguage } from '../../src/i18n/load-catalogue.js';
import { loadTexts } from '../../src/i18n/texts.js';

afterEach(() => {
  document.body.innerHTML = '';
});

const create = () => {
  const opener = createPromptInput(document, { maxLength: 100, onAsk() {}, onOpen() {}, onNear() {} });
  return {
    opener,
    form: document.querySelector('form') as HTMLFormElement,
    field: document.querySelector('input') as HTMLInputElement,
  };
};

describe('the prompt input', () => {
  it('is from right to left in Arabic, and from left to right in English', async () => {
    const { opener, form } = create();
    opener.setTexts(await loadTexts(chooseLanguage(['ar'])));
    expect(form.dir).toBe('rtl');
    opener.setTexts(LAUNCHER_TEXTS);
    expect(form.dir).toBe('ltr');
  });

  it('has the placeholder of the page, else that of its language', async () => {
    const { opener, field } = create();
    opener.setPlaceholder(null, false);
    expect(field.placeholder).toBe(LAUNCHER_TEXTS.placeholder);
    const german = await loadTexts(chooseLanguage(['de']));
    opener.setTexts(german);
    opener.setPlaceholder(null, false);
    expect(field.placeholder).toBe(german.placeholder);
    opener.setPlaceholder('Frag uns', false);
    expect(field.placeholder).toBe('Frag uns');
  });

  it('follows the text, and its language when it is empty', () => {
    const { field } = create();
    for (const [text, dir] of [
      ['hello', 'auto'],
      ['', ''],
    ] as const) {
      field.value = text;
      field.dispatchEvent(new Event('input'));
      expect(field.getAttribute('dir') ?? '').toBe(dir);
    }
  });
});
