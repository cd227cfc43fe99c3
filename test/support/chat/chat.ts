/** The chat on a page. Its elements are found by their accessible names. */
import type { Frame, Locator, Page } from 'playwright-core';

export interface Chat {
  /** The launcher: in the page, or in the frame where its document draws it. */
  readonly openButton: Locator;
  /** In the header of the panel. */
  readonly closeButton: Locator;
  readonly panel: Locator;
  readonly transcript: Locator;
  readonly composer: Locator;
  readonly sendButton: Locator;
  open(): Promise<void>;
  /** After a reload, or on the next page: a chat that was open opens again by itself. */
  reopened(): Promise<void>;
  /** Types and sends; resolves when the message is shown, which is before the server has it. */
  send(text: string): Promise<void>;
  /** Resolves when the server has the message. Does not use the delivery line below it, which disappears with the answer. */
  arrived(text: string): Promise<void>;
  /** Resolves when files can be attached. Until then the chat has no connection that could accept one. */
  readyForFiles(): Promise<void>;
  /** Opens the search from the menu and searches for `text` until there are results. */
  searchFromMenu(text: string): Promise<void>;
  /** Searches in the open search, entering the text with `type`. Resolves when `answer` is shown. */
  search(text: string, answer: RegExp, type?: (text: string) => Promise<void>): Promise<void>;
  /** How many times the transcript shows `text`. */
  count(text: string | RegExp): Promise<number>;
}

/** The heading of a search with results. */
export const SEARCH_RESULTS = /^Messages found: [1-9]/;

/** `launcherIn`: what draws the launcher; the frame does with a loader or a server of an earlier version. */
export function chatOn(page: Page, launcherIn: 'page' | 'frame' = 'page'): Chat {
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  const transcript = frame.getByRole('log');
  const composer = frame.getByRole('textbox', { name: 'Message' });
  const openButton = (launcherIn === 'page' ? page : frame).getByRole('button', { name: /^Open chat/ });
  const searchField = frame.getByRole('searchbox');
  const search: Chat['search'] = async (text, answer, type = (given) => searchField.fill(given)) => {
    // A busy server rejects the search; then a visitor tries again.
    const busy = frame.getByText('Search isn’t working right now.');
    for (;;) {
      await type(text);
      await frame.getByText(answer).or(busy).first().waitFor();
      if (!(await busy.isVisible())) return;
      await searchField.fill('');
    }
  };
  return {
    openButton,
    closeButton: frame.getByRole('button', { name: 'Close chat' }).first(),
    panel: frame.getByRole('dialog'),
    transcript,
    composer,
    sendButton: frame.getByRole('button', { name: 'Send', exact: true }),
    async open() {
      await openButton.click();
      await composer.waitFor();
    },
    async reopened() {
      await composer.waitFor();
    },
    async send(text) {
      await composer.fill(text);
      await composer.press('Enter');
      await transcript.getByText(text, { exact: true }).first().waitFor();
    },
    async arrived(text) {
      await transcript
        .locator('.own-bubble:not(.sending):not(.failed)')
        .getByText(text, { exact: true })
        .last()
        .waitFor();
    },
    async readyForFiles() {
      await frame.getByRole('button', { name: 'Attach files', disabled: false }).waitFor();
    },
    async searchFromMenu(text) {
      await frame.getByRole('button', { name: 'Menu' }).click();
      await frame.getByRole('menuitem', { name: 'Search' }).click();
      await search(text, SEARCH_RESULTS);
    },
    search,
    count: (text) => transcript.getByText(text, { exact: true }).count(),
  };
}

/** The launcher that the page draws, in any language. */
export const launcherOf = (page: Page): Locator => page.locator('service-launcher button');

/** Resolves when the chat handles input. Before that, its button is visible but a key press has no effect. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (window as unknown as { ServiceWidget?: { isReady(): boolean } }).ServiceWidget?.isReady(),
  );
}

/** The chat's own document, for what cannot be found by accessible name. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('The chat is not on the page.');
  return frame;
}
