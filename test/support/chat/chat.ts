/** The chat on a page, as a visitor finds it: by the names that a screen reader says. */
import type { Frame, Locator, Page } from 'playwright-core';

export interface Chat {
  readonly openButton: Locator;
  readonly closeButton: Locator;
  readonly panel: Locator;
  readonly transcript: Locator;
  readonly composer: Locator;
  readonly sendButton: Locator;
  open(): Promise<void>;
  /** Writes and sends; resolves when the message is shown, which is before the server has it. */
  send(text: string): Promise<void>;
  /** The server has it. Not by the line below, which is gone with the answer. */
  arrived(text: string): Promise<void>;
  /** Files can be taken: before, there is nobody to take them. */
  takesFiles(): Promise<void>;
  /** Opens the search from the menu, and looks for `text` until something was found. */
  find(text: string): Promise<void>;
  /** Writes into the search that is open, by `type` if not at once; resolves when `answer` is read there. */
  lookFor(text: string, answer: RegExp, type?: (text: string) => Promise<void>): Promise<void>;
  /** How often `text` is shown in the transcript. */
  count(text: string | RegExp): Promise<number>;
}

/** The search has found something. */
export const FOUND = /^Messages found: [1-9]/;

export function chatOn(page: Page): Chat {
  const frame = page.frameLocator('iframe[title="Chat"]');
  const transcript = frame.getByRole('log');
  const composer = frame.getByRole('textbox', { name: 'Message' });
  const openButton = frame.getByRole('button', { name: 'Open chat' });
  const searchField = frame.getByRole('searchbox');
  const lookFor: Chat['lookFor'] = async (text, answer, type = (given) => searchField.fill(given)) => {
    // A server that is busy says so, and does not search; then a visitor tries again.
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
    async takesFiles() {
      await frame.getByRole('button', { name: 'Attach files', disabled: false }).waitFor();
    },
    async find(text) {
      await frame.getByRole('button', { name: 'Menu' }).click();
      await frame.getByRole('menuitem', { name: 'Search' }).click();
      await lookFor(text, FOUND);
    },
    lookFor,
    count: (text) => transcript.getByText(text, { exact: true }).count(),
  };
}

/** The page has its chat, which listens: a key that comes before would be pressed on a picture of a button. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    (window as unknown as { ServiceWidget?: { isReady(): boolean } }).ServiceWidget?.isReady(),
  );
}

/** The chat's own document, for what no name in it can tell. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('The chat is not on the page.');
  return frame;
}
