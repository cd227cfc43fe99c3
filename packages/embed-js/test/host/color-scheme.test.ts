/** Light or dark: who is believed, in which order, and that a change on the page is noticed. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ColorSchemeHints,
  decideScheme,
  type ElementHint,
  readColorSchemeHints,
} from '../../src/host/color-scheme.js';
import { watchColorScheme } from '../../src/host/watch-color-scheme.js';

const mark = (over: Partial<ElementHint> = {}): ElementHint => ({ dark: false, light: false, theme: null, ...over });
const look = (html: Partial<ElementHint>, body: Partial<ElementHint>, systemDark: boolean): ColorSchemeHints => ({
  marks: [mark(html), mark(body)],
  systemDark,
});

describe('the colour scheme', () => {
  it.each([
    ['a fixed wish beats everything', 'light', look({ dark: true }, {}, true), 'light'],
    ['a fixed dark wish too', 'dark', look({ light: true }, {}, false), 'dark'],
    ['the class of the page beats the system', 'auto', look({ light: true }, {}, true), 'light'],
    ['the class of the body counts', 'auto', look({}, { dark: true }, false), 'dark'],
    ['html is believed before body', 'auto', look({ light: true }, { dark: true }, false), 'light'],
    ['a class beats data-theme', 'auto', look({ theme: 'light' }, { dark: true }, false), 'dark'],
    ['data-theme beats the system', 'auto', look({ theme: 'dark' }, {}, false), 'dark'],
    ['data-theme of the body counts', 'auto', look({}, { theme: 'light' }, true), 'light'],
    ['an unknown data-theme says nothing', 'auto', look({ theme: 'dracula' }, {}, true), 'dark'],
    ['both classes at once say nothing', 'auto', look({ dark: true, light: true }, {}, false), 'light'],
    ['without any sign the system decides', 'auto', look({}, {}, true), 'dark'],
  ] as const)('%s', (_why, wish, page, expected) => {
    expect(decideScheme(wish, page)).toBe(expected);
  });
});

describe('watching the page', () => {
  afterEach(() => {
    document.documentElement.removeAttribute('class');
    document.body.removeAttribute('data-theme');
  });

  it('reads classes as whole words', () => {
    document.documentElement.className = 'darkish no-light';
    expect(decideScheme('auto', readColorSchemeHints(window))).toBe('light');
    document.documentElement.className = 'theme dark';
    expect(decideScheme('auto', readColorSchemeHints(window))).toBe('dark');
  });

  it('detects changes of html’s class, body’s data-theme and of the body itself, until it is stopped', async () => {
    const changed = vi.fn();
    const stop = watchColorScheme(window, changed);
    document.documentElement.classList.add('dark');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    document.body.setAttribute('data-theme', 'dark');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));

    const body = document.createElement('body');
    document.documentElement.replaceChild(body, document.body);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(3));
    body.setAttribute('data-theme', 'light');
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(4));

    stop();
    document.documentElement.classList.remove('dark');
    await new Promise((done) => setTimeout(done));
    expect(changed).toHaveBeenCalledTimes(4);
  });
});
