import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { useBrowser, Visitor } from '../browser/use-browser.js';
import { tapWire, type Wire } from '../browser/websocket-tap.js';
import { type Chat, chatOn } from './chat.js';

export interface OpenChat {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly wire: Wire;
  readonly chat: Chat;
}

/** A new visitor visits a page and opens the chat; the frames of its sockets are recorded. */
export async function openChat(browser: ReturnType<typeof useBrowser>, url: string): Promise<OpenChat> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(url);
  const chat = chatOn(page);
  await chat.open();
  return { visitor, page, wire, chat };
}

/**
 * Resolves when the page has sent its functions to the server. On a busy machine that takes longer than a message waits for
 * them, and a message that is sent without functions is answered without them.
 */
export async function toolsOffered(wire: Wire): Promise<void> {
  await expect.poll(() => wire.sent.some(({ t }) => t === 'tools'), { message: 'the offer of functions' }).toBe(true);
}
