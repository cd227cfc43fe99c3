import { expect, it } from 'vitest';
import { LAUNCHER_TEXTS } from '../../src/boot/opener/launcher-texts.js';
import { en } from '../../src/i18n/en.js';

it('the launcher says in English what the catalogue says', () => {
  expect(en).toMatchObject(LAUNCHER_TEXTS);
});
