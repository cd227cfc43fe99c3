// @vitest-environment happy-dom
/** What a visitor who waits for a person sees, and how seldom they hear of it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Standing } from '../src/panel/waiting/standing.js';
import { SPOKEN_EVERY_MS, spokenIn } from '../src/panel/waiting/spoken-standing.js';
import { LINE_WORDS } from '../src/texts/line-words.js';
import { loadTexts } from '../src/texts/load-texts.js';
import { TextsContext } from '../src/texts/use-texts.js';

const standing = (place: number | null, attended = true) => ({ place, attended });

describe('a place is said', () => {
  it('at first, when one is next, when somebody comes or goes, and else once in a while', () => {
    expect(spokenIn(null, standing(7), 0)).toBe(0);
    expect(spokenIn(standing(7), standing(7), 10)).toBeNull();
    expect(spokenIn(standing(7), standing(6), 10_000)).toBe(SPOKEN_EVERY_MS - 10_000);
    expect(spokenIn(standing(7), standing(5), SPOKEN_EVERY_MS * 2)).toBe(0);
    expect(spokenIn(standing(7), standing(1), 10)).toBe(0);
    expect(spokenIn(standing(7), standing(7, false), 10)).toBe(0);
  });
});

describe('who waits', () => {
  let root: HTMLElement;
  beforeEach(() => {
    vi.useFakeTimers();
    root = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    render(null, root);
    root.remove();
    vi.useRealTimers();
  });
  const show = async (line: Parameters<typeof Standing>[0]['line'], language: 'en' | 'ar' = 'en'): Promise<void> => {
    const texts = await loadTexts({ language, locale: language });
    await act(() =>
      render(
        <TextsContext.Provider value={texts}>
          <Standing line={line} />
        </TextsContext.Provider>,
        root,
      ),
    );
  };
  const seen = (): string => root.querySelector('.standing-words')?.textContent ?? '';
  const heard = (): string => root.querySelector('[aria-live]')?.textContent ?? '';
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

  it('sees the place, that they are next, and that nobody is there', async () => {
    await show(standing(3));
    expect(seen()).toBe('You are number 3 in line');
    await show(standing(1));
    expect(seen()).toBe('You are next');
    await show(standing(2, false));
    expect(seen()).toContain('number 2');
    expect(seen()).toContain('Nobody is here just now.');
    await show(null);
    expect(seen()).toBe('Waiting for a person');
  });

  it('hears the first place, then the latest after a minute and not those between', async () => {
    await show(standing(9));
    await pass(0);
    expect(heard()).toBe('You are number 9 in line');
    await show(standing(8));
    await pass(30_000);
    await show(standing(6));
    await pass(20_000);
    expect(heard()).toBe('You are number 9 in line');
    await pass(10_000);
    expect(heard()).toBe('You are number 6 in line');
    await show(standing(1));
    await pass(0);
    expect(heard()).toBe('You are next');
  });

  it('is told in their language, with its digits', async () => {
    await show(standing(12), 'ar');
    expect(seen()).toBe(LINE_WORDS.ar.inLine(new Intl.NumberFormat('ar').format(12)));
  });
});
