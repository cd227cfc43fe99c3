/**
 * The round button in the corner. The server has drawn it already when it knew the colours; here it gets the resolved
 * theme, its badge and its two faces. No framework: this is all that a page loads before the visitor opens the chat.
 */
import type { ThemeTokens } from '@service/protocol';
import type { Texts } from '../i18n/texts.js';
import { LAUNCHER_TEXTS, type LauncherTexts } from './launcher-texts.js';
import { unreadBadge } from './unread-badge.js';

const SVG = 'http://www.w3.org/2000/svg';
const CLOSE_FACE = 'M20.5 24.500l7.500 7.500 7.500-7.500';

export interface Launcher {
  paint(tokens: ThemeTokens): void;
  setOpen(open: boolean): void;
  setUnread(count: number): void;
  /** Changes the words; English until then. A chat that has never been open needs the first ones only. */
  speak(words: LauncherTexts | Texts): void;
  /** What a visitor reads where they can write at once; and whether there is a conversation to come back to. */
  invite(placeholder: string, hasHistory: boolean): void;
  focus(): void;
}

export function createLauncher(page: Document, onToggle: (byKeyboard: boolean) => void, onNear: () => void): Launcher {
  const button = (page.getElementById('launcher') ?? makeButton(page)) as HTMLButtonElement;
  const [disc, face] = ['circle', 'path'].map((name) => button.querySelector(name)) as [Element, Element];
  const openFace = face.getAttribute('d') ?? '';
  const badge = unreadBadge(page);
  button.after(badge.element);
  let open = false;
  let unread = 0;
  let onPrimary = '';
  let words: LauncherTexts & Partial<Texts> = LAUNCHER_TEXTS;

  const label = (): void => {
    const name = (open && words.closeChat) || words.openChat;
    // The name stays exactly the name; the count is a description, so that voice control still finds "Open chat".
    button.setAttribute('aria-label', name);
    const news = unread > 0 && !open && words.unread?.(unread);
    if (news) button.setAttribute('aria-description', news);
    else button.removeAttribute('aria-description');
    button.setAttribute('aria-expanded', String(open));
  };
  const drawFace = (): void => {
    face.setAttribute('d', open ? CLOSE_FACE : openFace);
    face.setAttribute('fill', open ? 'none' : onPrimary);
    face.setAttribute('stroke', open ? onPrimary : 'none');
    face.setAttribute('stroke-width', '3');
    face.setAttribute('stroke-linecap', 'round');
    face.setAttribute('stroke-linejoin', 'round');
  };
  button.addEventListener('click', (event) => onToggle(event.detail === 0));
  button.addEventListener('pointerenter', onNear, { once: true });
  button.addEventListener('focus', onNear, { once: true });
  return {
    paint(tokens) {
      disc.setAttribute('fill', tokens.primary);
      onPrimary = tokens.onPrimary;
      drawFace();
      page.body.classList.remove('unthemed');
    },
    setOpen(now) {
      open = now;
      drawFace();
      label();
    },
    setUnread(count) {
      unread = count;
      badge.show(count);
      label();
    },
    speak(given) {
      words = given;
      label();
    },
    invite: () => undefined,
    focus: () => button.focus({ preventScroll: true }),
  };
}

function makeButton(page: Document): HTMLButtonElement {
  const button = page.createElement('button');
  button.id = 'launcher';
  button.type = 'button';
  const svg = page.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 56 56');
  svg.append(page.createElementNS(SVG, 'circle'), page.createElementNS(SVG, 'path'));
  button.append(svg);
  page.body.append(button);
  return button;
}
