import type { FrameLocator } from 'playwright-core';
import type { useBrowser } from '../browser/use-browser.js';
import { inboxApi } from '../server/inbox-api.js';
import type { Service } from '../server/start-service.js';
import type { Site } from '../sites/start-site.js';
import { type OpenChat, openChat } from './open-chat.js';

export interface WaitingVisitor extends OpenChat {
  readonly frame: FrameLocator;
  /** The id of the visitor's conversation. */
  readonly conversation: string;
}

/** A new visitor opens the shop's chat, sends `question` and asks for a person. */
export async function waitingVisitor(
  browser: ReturnType<typeof useBrowser>,
  site: Site,
  question: string,
): Promise<WaitingVisitor> {
  const opened = await openChat(browser, site.shop);
  const frame = opened.page.frameLocator('iframe[src*="/widget/"]');
  await opened.chat.send(question);
  return { ...opened, frame, conversation: await askForPerson(site.service, frame) };
}

/** The visitor asks for a person. Returns the id of their conversation, the latest in the inbox. */
export async function askForPerson(service: Service, frame: FrameLocator): Promise<string> {
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  return (await inboxApi(service, '')).conversations.at(-1)?.id as string;
}
