/**
 * The one line of `prompt-input`: it stands in the page's text, and what is asked in it goes on in the panel, in the same
 * conversation. Plain elements like the launcher, because a line that can't be typed in yet is worth nothing; the server
 * inlines its style where it is used. While the panel is open there is no line: one place to write is enough.
 */

import { LAUNCHER_TEXTS, type LauncherTexts } from '../i18n/launcher-texts.js';
import type { Texts } from '../i18n/texts.js';
import type { Launcher } from './launcher.js';
import { unreadBadge } from './unread-badge.js';

const SVG = 'http://www.w3.org/2000/svg';
const BUBBLE_FACE =
  'M10 3.500c-4.100 0-7.500 2.700-7.500 6.100 0 1.900 1.100 3.600 2.800 4.700-.1.900-.5 1.700-1.200 2.400 1.400 0 2.700-.6 3.600-1.300.7.200 1.500.3 2.300.3 4.100 0 7.500-2.700 7.500-6.100S14.100 3.500 10 3.500Z';
const SEND_FACE = 'M10 16V4.500M5 9.250l5-5 5 5';

export interface PromptInputOptions {
  /** In UTF-16 code units. */
  readonly maxLength: number;
  /** The visitor asked something. */
  onAsk(text: string): void;
  onOpen(byKeyboard: boolean): void;
  /** Somebody is about to ask: a good moment to load what comes next. */
  onNear(): void;
}

/** Draws the line into `page` and returns it under the same interface as the launcher, whose place it takes. */
export function createPromptInput(page: Document, options: PromptInputOptions): Launcher {
  let words: LauncherTexts & Partial<Texts> = LAUNCHER_TEXTS;
  page.getElementById('launcher')?.remove();
  page.body.classList.add('prompting');

  const form = page.createElement('form');
  form.id = 'prompt';
  const open = makeButton(page, 'button', words.openChat, BUBBLE_FACE);
  const wayBack = page.createElement('span');
  wayBack.hidden = true;
  const badge = unreadBadge(page);
  wayBack.append(open, badge.element);
  const field = page.createElement('input');
  field.type = 'text';
  field.autocomplete = 'off';
  field.enterKeyHint = 'send';
  field.maxLength = options.maxLength;
  field.setAttribute('aria-label', words.message);
  const send = makeButton(page, 'submit', words.send, SEND_FACE);
  send.setAttribute('aria-disabled', 'true');
  form.append(wayBack, field, send);
  page.body.append(form);

  const near = (): void => {
    form.removeEventListener('pointerenter', near);
    form.removeEventListener('focusin', near);
    options.onNear();
  };
  form.addEventListener('pointerenter', near);
  form.addEventListener('focusin', near);
  open.addEventListener('click', (event) => options.onOpen(event.detail === 0));
  const written = (): void => {
    send.setAttribute('aria-disabled', String(field.value.trim() === ''));
    // An empty line follows its language; words decide for themselves which way they run.
    field.dir = field.value === '' ? '' : 'auto';
  };
  field.addEventListener('input', written);
  field.addEventListener('keydown', (event) => {
    // The Enter that ends the choice of a Japanese or Chinese word sends nothing (229: how some browsers tell).
    if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value;
    if (text.trim() === '') {
      field.focus({ preventScroll: true });
      return;
    }
    field.value = '';
    written();
    options.onAsk(text);
  });

  return {
    // Everything is drawn with the tokens that are on the document already.
    paint: () => page.body.classList.remove('unthemed'),
    setOpen(now) {
      form.hidden = now;
      if (now) wayBack.hidden = false;
    },
    setUnread(count) {
      badge.show(count);
      if (count > 0) {
        wayBack.hidden = false;
        open.setAttribute('aria-description', words.unread?.(count) ?? '');
      } else open.removeAttribute('aria-description');
    },
    speak(given) {
      words = given;
      // The line stands in the page's text, but its arrow and its words run as its own language does.
      form.dir = words.dir ?? 'ltr';
      open.setAttribute('aria-label', words.openChat);
      field.setAttribute('aria-label', words.message);
      send.setAttribute('aria-label', words.send);
    },
    invite(placeholder, hasHistory) {
      field.placeholder = placeholder;
      if (hasHistory) wayBack.hidden = false;
    },
    focus: () => field.focus({ preventScroll: true }),
  };
}

function makeButton(page: Document, type: 'button' | 'submit', name: string, face: string): HTMLButtonElement {
  const button = page.createElement('button');
  button.type = type;
  button.className = type;
  button.setAttribute('aria-label', name);
  const svg = page.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  const path = page.createElementNS(SVG, 'path');
  path.setAttribute('d', face);
  svg.append(path);
  button.append(svg);
  return button;
}
