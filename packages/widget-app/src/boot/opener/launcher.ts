/**
 * The round button in the corner. The server has drawn it in the document; here it gets the resolved theme, its badge and its two
 * icons. No framework: a page loads nothing more before the visitor opens the chat.
 */
import type { Texts } from '../../i18n/texts.js';
import { LAUNCHER_TEXTS, type LauncherTexts } from './launcher-texts.js';
import type { Opener } from './opener.js';
import { unreadBadge } from './unread-badge.js';

const CLOSE_ICON = 'M20.5 24.500l7.500 7.500 7.500-7.500';

export function createLauncher(page: Document, onToggle: (byKeyboard: boolean) => void, onNear: () => void): Opener {
  const button = page.getElementById('launcher') as HTMLButtonElement;
  const [circle, icon] = ['circle', 'path'].map((name) => button.querySelector(name)) as [Element, Element];
  const openIcon = icon.getAttribute('d') ?? '';
  const badge = unreadBadge(page);
  button.after(badge.element);
  let open = false;
  let unread = 0;
  let onPrimary = '';
  let texts: LauncherTexts & Partial<Texts> = LAUNCHER_TEXTS;

  const label = (): void => {
    const name = (open && texts.closeChat) || texts.openChat;
    // The count is the description and not part of the name, so that voice control still finds "Open chat".
    button.setAttribute('aria-label', name);
    const description = unread > 0 && !open && texts.unread?.(unread);
    if (description) button.setAttribute('aria-description', description);
    else button.removeAttribute('aria-description');
    button.setAttribute('aria-expanded', String(open));
  };
  const drawIcon = (): void => {
    icon.setAttribute('d', open ? CLOSE_ICON : openIcon);
    icon.setAttribute('fill', open ? 'none' : onPrimary);
    icon.setAttribute('stroke', open ? onPrimary : 'none');
    icon.setAttribute('stroke-width', '3');
    icon.setAttribute('stroke-linecap', 'round');
    icon.setAttribute('stroke-linejoin', 'round');
  };
  button.addEventListener('click', (event) => onToggle(event.detail === 0));
  button.addEventListener('pointerenter', onNear, { once: true });
  button.addEventListener('focus', onNear, { once: true });
  return {
    applyTheme(tokens) {
      circle.setAttribute('fill', tokens.primary);
      onPrimary = tokens.onPrimary;
      drawIcon();
      page.body.classList.remove('unthemed');
    },
    setOpen(now) {
      open = now;
      drawIcon();
      label();
    },
    setUnread(count) {
      unread = count;
      badge.show(count);
      label();
    },
    setTexts(given) {
      texts = given;
      label();
    },
    setPlaceholder: () => undefined,
    focus: () => button.focus({ preventScroll: true }),
  };
}
