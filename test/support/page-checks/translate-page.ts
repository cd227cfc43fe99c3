/**
 * What the translators of browsers do to a page: each text node is taken out and its words come back in two `font` elements,
 * in batches, whatever is added or changed later too. The words stay the same here, so that a test can tell which are lost.
 */
import type { Frame, Page } from 'playwright-core';

interface TranslatedWindow {
  /** How many texts have been replaced. */
  translatedTexts?: number;
}

/** From now on, until the page is left. */
export async function translatePage(page: Page | Frame): Promise<void> {
  await page.evaluate(() => {
    const seen = window as TranslatedWindow;
    seen.translatedTexts = 0;
    let isPlanned = false;
    const translate = (): void => {
      isPlanned = false;
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const isSkipped = (node.parentElement as Element).closest(
          'font, script, style, textarea, title, [translate="no"]',
        );
        if (!isSkipped) texts.push(node as Text);
      }
      for (const text of texts) {
        if (text.data.trim() === '') {
          text.remove();
          continue;
        }
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        // Not an attribute: a page's policy may forbid that to scripts, and a browser's translator is none.
        for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
        inner.append(text.data);
        outer.append(inner);
        text.replaceWith(outer);
        seen.translatedTexts = (seen.translatedTexts ?? 0) + 1;
      }
    };
    new MutationObserver(() => {
      if (isPlanned) return;
      isPlanned = true;
      setTimeout(translate);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    translate();
  });
}

/** Resolves when what is there now has been replaced. */
export async function translated(page: Page | Frame, text: string): Promise<void> {
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('font > font')].some((font) => font.textContent?.includes(text)),
    text,
  );
}
