/**
 * The one-line field of the mode `prompt-input`, within the page's text. A question asked in it opens the panel. No framework,
 * like the launcher, so that it can be used at once; the server inlines its style. Hidden while the panel is open.
 */

import { isBlank } from '@service/protocol';
import type { Texts } from '../../i18n/texts.js';
import { LAUNCHER_TEXTS, type LauncherTexts } from './launcher-texts.js';
import type { Opener } from './opener.js';
import { type UnreadBadge, unreadBadge } from './unread-badge.js';

const SVG = 'http://www.w3.org/2000/svg';
const CHAT_ICON =
  'M10 3.500c-4.100 0-7.500 2.700-7.500 6.100 0 1.900 1.100 3.600 2.800 4.700-.1.900-.5 1.700-1.200 2.400 1.400 0 2.700-.6 3.600-1.300.7.200 1.500.3 2.300.3 4.100 0 7.500-2.700 7.500-6.100S14.100 3.500 10 3.500Z';
const SEND_ICON = 'M10 16V4.500M5 9.250l5-5 5 5';

export interface PromptInputOptions {
  /** In UTF-16 code units. */
  readonly maxLength: number;
  /** The visitor asked something. */
  onAsk(text: string): void;
  onOpen(byKeyboard: boolean): void;
  /** The pointer or the focus has reached it: time to load the panel. */
  onNear(): void;
}

/** Draws the prompt input into `page`. */
export function createPromptInput(page: Document, options: PromptInputOptions): Opener {
  let texts: LauncherTexts & Partial<Texts> = LAUNCHER_TEXTS;
  page.body.classList.add('prompt-input');
  const elements = createElements(page, options.maxLength, texts);
  const { form, backToChat, open, badge, field, send } = elements;
  page.body.append(form);
  listen(elements, options);
  return {
    // Everything is drawn with the tokens of the document.
    applyTheme: () => page.body.classList.remove('unthemed'),
    setOpen(now) {
      form.hidden = now;
      if (now) backToChat.hidden = false;
    },
    setUnread(count) {
      badge.show(count);
      if (count > 0) {
        backToChat.hidden = false;
        open.setAttribute('aria-description', texts.unread?.(count) ?? '');
      } else open.removeAttribute('aria-description');
    },
    setTexts(given) {
      texts = given;
      // The prompt input is part of the page's text, but follows the direction of its own language.
      form.dir = texts.dir ?? 'ltr';
      open.setAttribute('aria-label', texts.openChat);
      field.setAttribute('aria-label', texts.message);
      send.setAttribute('aria-label', texts.send);
    },
    setPlaceholder(placeholder, hasHistory) {
      field.placeholder = placeholder ?? texts.placeholder;
      if (hasHistory) backToChat.hidden = false;
    },
    focus: () => field.focus({ preventScroll: true }),
  };
}

interface Elements {
  readonly form: HTMLFormElement;
  /** The button that opens the chat; shown once there is a conversation to go back to. */
  readonly backToChat: HTMLElement;
  readonly open: HTMLButtonElement;
  readonly badge: UnreadBadge;
  readonly field: HTMLInputElement;
  readonly send: HTMLButtonElement;
}

function createElements(page: Document, maxLength: number, texts: LauncherTexts): Elements {
  const form = page.createElement('form');
  form.id = 'prompt';
  const open = makeButton(page, 'button', texts.openChat, CHAT_ICON);
  const backToChat = page.createElement('span');
  backToChat.hidden = true;
  const badge = unreadBadge(page);
  backToChat.append(open, badge.element);
  const field = page.createElement('input');
  field.type = 'text';
  field.autocomplete = 'off';
  field.enterKeyHint = 'send';
  field.maxLength = maxLength;
  field.setAttribute('aria-label', texts.message);
  const send = makeButton(page, 'submit', texts.send, SEND_ICON);
  send.setAttribute('aria-disabled', 'true');
  form.append(backToChat, field, send);
  return { form, backToChat, open, badge, field, send };
}

function listen({ form, open, field, send }: Elements, { onAsk, onOpen, onNear }: PromptInputOptions): void {
  const near = (): void => {
    form.removeEventListener('pointerenter', near);
    form.removeEventListener('focusin', near);
    onNear();
  };
  form.addEventListener('pointerenter', near);
  form.addEventListener('focusin', near);
  open.addEventListener('click', (event) => onOpen(event.detail === 0));
  const changed = (): void => {
    send.setAttribute('aria-disabled', String(isBlank(field.value)));
    // An empty field follows its language's direction, text its own.
    field.dir = field.value === '' ? '' : 'auto';
  };
  field.addEventListener('input', changed);
  field.addEventListener('keydown', (event) => {
    // The Enter that ends a composed word sends nothing (229: what some browsers report).
    if (event.key === 'Enter' && (event.isComposing || event.keyCode === 229)) event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value;
    if (isBlank(text)) {
      field.focus({ preventScroll: true });
      return;
    }
    field.value = '';
    changed();
    onAsk(text);
  });
}

function makeButton(page: Document, type: 'button' | 'submit', name: string, icon: string): HTMLButtonElement {
  const button = page.createElement('button');
  button.type = type;
  button.className = type;
  button.setAttribute('aria-label', name);
  const svg = page.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  const path = page.createElementNS(SVG, 'path');
  path.setAttribute('d', icon);
  svg.append(path);
  button.append(svg);
  return button;
}
