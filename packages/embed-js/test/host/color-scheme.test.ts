/** Light or dark: who is believed, in which order, and that a change on the page is noticed. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decideScheme } from '../../src/host/color-scheme.js';
import { watchColorScheme } from '../../src/host/watch-color-scheme.js';

interface Mark {
  readonly class?: string;
  readonly 'data-theme'?: string;
}

function look(html: Mark, body: Mark, systemDark: boolean): Window {
  const page = document.implementation.createHTMLDocument();
  for (const [name, value] of Object.entries(html)) page.documentElement.setAttribute(name, value);
  for (const [name, value] of Object.entries(body)) page.body.setAttribute(name, value);
  return { document: page, matchMedia: () => ({ matches: systemDark }) } as unknown as Window;
}

describe('the colour scheme', () => {
  it.each([
    ['a fixed wish beats everything', 'light', look({ class: 'dark' }, {}, true), 'light'],
    ['a fixed dark wish too', 'dark', look({ class: 'light' }, {}, false), 'dark'],
    ['the class of the page beats the system', 'auto', look({ class: 'light' }, {}, true), 'light'],
    ['the class of the body counts', 'auto', look({}, { class: 'dark' }, false), 'dark'],
    ['html is believed before body', 'auto', look({ class: 'light' }, { class: 'dark' }, false), 'light'],
    ['a class beats data-theme', 'auto', look({ 'data-theme': 'light' }, { class: 'dark' }, false), 'dark'],
    ['data-theme beats the system', 'auto', look({ 'data-theme': 'dark' }, {}, false), 'dark'],
    ['data-theme of the body counts', 'auto', look({}, { 'data-theme': 'light' }, true), 'light'],
    ['an unknown data-theme says nothing', 'auto', look({ 'data-theme': 'dracula' }, {}, true), 'dark'],
    ['both classes at once say nothing', 'auto', look({ class: 'dark light' }, {}, false), 'light'],
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
    expect(decideScheme('auto', window)).toBe('light');
    document.documentElement.className = 'theme dark';
    expect(decideScheme('auto', window)).toBe('dark');
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
