/** The writing direction of the prompt input. */
import { afterEach, describe, expect, it } from 'vitest';
import { LAUNCHER_TEXTS } from '../../src/boot/launcher-texts.js';
import { createPromptInput } from '../../src/boot/prompt-input.js';
import { chooseLanguage } from '../../src/i18n/languages.js';
import { loadTexts } from '../../src/i18n/texts.js';

afterEach(() => {
  document.body.innerHTML = '';
});

const create = () => {
  const launcher = createPromptInput(document, { maxLength: 100, onAsk() {}, onOpen() {}, onNear() {} });
  return {
    launcher,
    form: document.querySelector('form') as HTMLFormElement,
    field: document.querySelector('input') as HTMLInputElement,
  };
};

describe('the prompt input', () => {
  it('is from right to left in Arabic, and from left to right in English', async () => {
    const { launcher, form } = create();
    launcher.setTexts(await loadTexts(chooseLanguage(['ar'])));
    expect(form.dir).toBe('rtl');
    launcher.setTexts(LAUNCHER_TEXTS);
    expect(form.dir).toBe('ltr');
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
