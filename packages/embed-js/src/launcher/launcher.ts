/**
 * The launcher in the page: a round button in an open shadow root, or a button of the page's own. Nothing that a page's policy
 * could forbid is needed: no inline style, no markup from text, no picture, no request.
 */
import { chooseLanguage, LOCALES, type Scheme } from '@service/protocol';
import { CLOSE_ICON } from './icons.js';
import { createOpener } from './opener.js';
import { launcherPlace } from './size-and-place.js';
import { adoptStyles, launcherStyles } from './styles.js';
import { launcherTexts } from './texts.js';
import type { CreateLauncher } from './types.js';

/** By which an owner's styles find it. */
const NAME = 'service-launcher';

export const createLauncher: CreateLauncher = (parts) => {
  const { position, settings } = parts;
  const { icon, element, followHidden } = parts.options;
  const place = launcherPlace(parts.options, position, !element);
  const { language, locale } = chooseLanguage([parts.language, ...navigator.languages], LOCALES);
  const texts = launcherTexts(language, locale);
  let [isOpen, isCovered, isHidden, count] = [false, false, false, parts.unread];

  // Pages hide what is not defined: `:not(:defined) { display: none }`.
  try {
    customElements.define(NAME, class extends HTMLElement {});
  } catch {
    // It is already.
  }
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'open' });
  const setStyles = adoptStyles(root);
  const box = root.appendChild(document.createElement('div'));
  box.lang = locale;
  box.dir = language === 'ar' ? 'rtl' : 'ltr';
  const button = document.createElement('button');
  const path = drawIcon(button);
  const badge = document.createElement('span');
  // "9+" is a number, also in a language that is written from right to left.
  badge.dir = 'ltr';
  // The button's name has the number.
  badge.setAttribute('aria-hidden', 'true');
  const status = box.appendChild(document.createElement('p'));
  // Without a role: a page may look for the one status of its own.
  status.setAttribute('aria-live', 'polite');
  if (!element) box.append(button, badge);

  const opener = createOpener(element || button, parts);
  const show = (): void => {
    opener.setOpen(isOpen);
    button.setAttribute('aria-label', texts.name(isOpen, count));
    path.setAttribute('d', isOpen ? CLOSE_ICON : icon);
    badge.textContent = count > 9 ? '9+' : `${count || ''}`;
    box.hidden = isCovered || isHidden;
  };
  const setScheme = (scheme: Scheme): void => setStyles(launcherStyles(place, position, settings.colors[scheme]));
  setScheme(parts.scheme);
  show();
  const stopFollowing = followHidden((now) => {
    isHidden = now;
    show();
  });

  return {
    host,
    place,
    setOpen(open, covered) {
      [isOpen, isCovered] = [open, covered];
      show();
    },
    setScheme,
    setUnread(now) {
      // The open panel announces its messages itself.
      if (now !== count) status.textContent = now > count && !isOpen ? texts.unread(now) : '';
      count = now;
      show();
    },
    focus: opener.focus,
    remove() {
      stopFollowing();
      opener.stop();
      host.remove();
    },
  };
};

/** Returns the path of the icon, which fills half of the button's width. What is in a button has no role of its own. */
function drawIcon(button: HTMLElement): SVGElement {
  const [svg, path] = ['svg', 'path'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name)) as [
    SVGElement,
    SVGElement,
  ];
  svg.setAttribute('viewBox', '-12 -12 48 48');
  svg.append(path);
  button.append(svg);
  return path;
}
