/** How most journeys begin: somebody new visits a page, opens the chat, and what goes over the wire is kept. */

import type { Page } from 'playwright-core';
import type { useBrowser, Visitor } from '../browser/use-browser.js';
import { tapWire, type Wire } from '../browser/websocket-tap.js';
import { type Chat, chatOn } from './chat.js';

export interface Chatting {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly wire: Wire;
  readonly chat: Chat;
}

export async function chatting(browser: ReturnType<typeof useBrowser>, url: string): Promise<Chatting> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(url);
  const chat = chatOn(page);
  await chat.open();
  return { visitor, page, wire, chat };
}
