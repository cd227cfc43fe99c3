/** The line of `prompt-input` runs as the words in it do. */
import { afterEach, describe, expect, it } from 'vitest';
import { LAUNCHER_TEXTS } from '../../src/boot/launcher-texts.js';
import { createPromptInput } from '../../src/boot/prompt-input.js';
import { chooseLanguage } from '../../src/i18n/languages.js';
import { loadTexts } from '../../src/i18n/texts.js';

afterEach(() => {
  document.body.innerHTML = '';
});

const line = () => {
  const launcher = createPromptInput(document, { maxLength: 100, onAsk() {}, onOpen() {}, onNear() {} });
  return {
    launcher,
    form: document.querySelector('form') as HTMLFormElement,
    field: document.querySelector('input') as HTMLInputElement,
  };
};

describe('the line of prompt-input', () => {
  it('runs from right to left in Arabic, and from left to right in English', async () => {
    const { launcher, form } = line();
    launcher.speak(await loadTexts(chooseLanguage(['ar'])));
    expect(form.dir).toBe('rtl');
    launcher.speak(LAUNCHER_TEXTS);
    expect(form.dir).toBe('ltr');
  });

  it('lets what is written decide for itself, and follows its language again when it is empty', () => {
    const { field } = line();
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
