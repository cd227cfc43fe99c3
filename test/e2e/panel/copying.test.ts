/**
 * The copy buttons where a page or a browser keeps its frames from the clipboard: the words are copied all the same, or the button
 * says that it can't. One case here; `npm run test:long` has all.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type OpenChat, openChat } from '../../support/chat/open-chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { freePort } from '../../support/server/free-port.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { Service } from '../../support/server/start-service.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';

const CODE = 'const order = await shop.get("HH-20931");\n  console.log(order.status, "größer 👟");';

/** What a script in the chat's document does before the chat, and whether copying still works. */
const DENIALS = {
  'a policy of the page’s': { script: '', works: true },
  'a document on plain HTTP, which has no clipboard': {
    script: "Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    works: true,
  },
  'a visitor who has denied it': {
    script: "navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))",
    works: true,
  },
  'a clipboard that throws': {
    script: "navigator.clipboard.writeText = () => { throw new Error('no') }",
    works: true,
  },
  'a browser that refuses the command, too': {
    script: "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false",
    works: false,
  },
  'a browser without the command': {
    script: "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = undefined",
    works: false,
  },
} as const;

const browser = useBrowser();
let service: Service;
let site: ServedPage;
let inboxes: ReturnType<typeof inboxesFor>;
beforeAll(async () => {
  const port = await freePort();
  inboxes = inboxesFor([`http://localhost:${port}`]);
  service = await Service.start({ inboxDir: inboxes.folder });
  const html = (): string =>
    `<!doctype html><html lang="en"><title>Shop</title><body><textarea aria-label="Paste here"></textarea>
     <script src="${service.origin}/embed/v1/demo.js"></script>`;
  site = await servePage(html, port, undefined, { 'Permissions-Policy': 'clipboard-write=(), clipboard-read=()' });
});
afterAll(async () => {
  await site?.close();
  await service?.dispose();
  inboxes?.remove();
});

/** What the visitor pastes outside of the chat. */
async function pasted(page: Page): Promise<string> {
  const field = page.getByLabel('Paste here');
  await field.fill('');
  await field.press('ControlOrMeta+V');
  return field.inputValue();
}

let messages = 0;
/** A person answers with code. */
async function openChatWithCode(script: string): Promise<OpenChat> {
  const visitor = await browser.newVisitor();
  await visitor.context.addInitScript(`if (self !== top) { ${script} }`);
  const opened = await openChat({ newVisitor: async () => visitor }, site.url);
  await opened.chat.send('do you sell kites?');
  await opened.chat.arrived('do you sell kites?');
  messages += 1;
  await inboxApi(service, `/${opened.wire.all('ack')[0]?.conversation}/messages`, {
    clientId: `desk-code-${messages}`,
    name: 'Ingrid',
    text: `Like this:\n\n\`\`\`js\n${CODE}\n\`\`\``,
  });
  return opened;
}

describe('the clipboard is denied to the chat by', () => {
  it.each(dailyNames(Object.keys(DENIALS) as (keyof typeof DENIALS)[], ['a policy of the page’s']))(
    '%s',
    async (name) => {
      const { script, works } = DENIALS[name];
      const { visitor, page, chat } = await openChatWithCode(script);
      const frame = page.frameLocator('iframe[src*="/widget/"]');
      const outcome = works ? 'Copied' : 'Couldn’t copy';
      await frame.getByRole('button', { name: 'Copy', exact: true }).click();
      await frame.getByRole('button', { name: outcome, exact: true }).waitFor();
      if (works) expect((await pasted(page)).trimEnd()).toBe(CODE);
      await frame.getByRole('button', { name: 'Copy answer' }).last().click();
      await expect.poll(() => frame.getByRole('status').allInnerTexts()).toContain(outcome);
      if (works) expect(await pasted(page)).toMatch(/^I’m not sure of the answer/);
      // Nothing of it is left, and the chat can be used.
      await chat.send('thank you');
      expect(visitor.exceptions).toEqual([]);
    },
  );
});
