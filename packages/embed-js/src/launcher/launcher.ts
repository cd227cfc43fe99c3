/**
 * The launcher in the page: a round button in an open shadow root, or a button of the page's own. Nothing that a page's policy
 * could forbid is needed: no inline style, no markup from text, no picture, no request.
 */
import {
  chooseLanguage,
  isRecord,
  type LauncherColors,
  type LauncherIcon,
  LOCALES,
  launcherColors,
  type Scheme,
} from '@service/protocol';
import { followPaths } from './hide-on.js';
import { CLOSE_ICON, ICONS } from './icons.js';
import { createOpener } from './opener.js';
import { readOptions } from './options.js';
import { launcherPlace } from './place.js';
import { adoptStyles, launcherStyles } from './styles.js';
import { launcherTexts } from './texts.js';
import type { CreateLauncher, LauncherParts } from './types.js';

const SVG = 'http://www.w3.org/2000/svg';

export const createLauncher: CreateLauncher = (parts) => {
  const { position } = parts;
  const { icon, element, hideOn, ...lengths } = readOptions(parts.options);
  const place = launcherPlace(lengths, position, !element);
  const { language, locale } = chooseLanguage([parts.language, ...navigator.languages], LOCALES);
  const texts = launcherTexts(language, locale);
  let [isOpen, isCovered, isListed, count] = [false, false, false, parts.unread];

  const host = document.createElement('service-launcher');
  const root = host.attachShadow({ mode: 'open' });
  const setStyles = adoptStyles(root);
  const box = root.appendChild(document.createElement('div'));
  setAttributes(box, { lang: locale, dir: language === 'ar' ? 'rtl' : 'ltr' });
  const button = document.createElement('button');
  const svg = button.appendChild(document.createElementNS(SVG, 'svg'));
  setAttributes(svg, { viewBox: '-12 -12 48 48', 'aria-hidden': 'true' });
  const path = svg.appendChild(document.createElementNS(SVG, 'path'));
  const badge = document.createElement('span');
  // The button's name has the number. "9+" is a number, also in a language that is written from right to left.
  setAttributes(badge, { dir: 'ltr', 'aria-hidden': 'true' });
  const status = document.createElement('p');
  setAttributes(status, { role: 'status' });
  if (!element) box.append(button, badge);
  box.append(status);

  const opener = createOpener(element || button, parts);
  const show = (): void => {
    opener.setOpen(isOpen);
    setAttributes(button, { 'aria-label': texts.name(isOpen, count) });
    setAttributes(path, { d: isOpen ? CLOSE_ICON : (ICONS[icon as LauncherIcon] ?? icon) });
    badge.textContent = count > 9 ? '9+' : count > 0 ? String(count) : '';
    box.hidden = isCovered || isListed;
  };
  const setScheme = (scheme: Scheme): void => setStyles(launcherStyles(place, position, colorsOf(parts, scheme)));
  setScheme(parts.scheme);
  const stopFollowing = followPaths(hideOn, (now) => {
    isListed = now;
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

function colorsOf({ settings, theme }: LauncherParts, scheme: Scheme): LauncherColors {
  return settings.saved || !isRecord(theme) ? settings.colors[scheme] : launcherColors(theme, scheme);
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
