/**
 * Short scenarios, one for each part of the chat, that run on many kinds of pages. Each part is tested in detail elsewhere; a
 * scenario only uses it once from beginning to end.
 */
import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Wire } from '../../support/browser/websocket-tap.js';
import { type Chat, SEARCH_RESULTS } from '../../support/chat/chat.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import type { Loopback } from '../../support/model-provider/loopback-server.js';
import { call, say } from '../../support/model-provider/reply.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import type { Service } from '../../support/server/start-service.js';
import type { Answering } from '../../support/sites/strict-site.js';

/** A page on which the chat has been started for the inbox `demo`. */
export interface ScenarioPage {
  readonly page: Page;
  readonly wire: Wire;
  readonly chat: Chat;
  readonly frame: FrameLocator;
  readonly service: Service;
  readonly provider: Loopback;
  /** A name that no other scenario uses on this server. */
  readonly unique: string;
}

export interface Scenario {
  readonly answering: Answering;
  run(opened: ScenarioPage): Promise<void>;
}

const QUESTION = 'can I return shoes I wore once?';
const ANSWER = /worn|wore/i;

type Global = Record<string, (...args: unknown[]) => unknown>;

/** Removes the chat of the page and starts it again with `config`. */
async function startAgain(page: Page, config: object): Promise<void> {
  await page.evaluate((config) => {
    const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
    ServiceWidget.destroy?.();
    ServiceWidget.init?.({ inboxId: 'demo', ...config });
  }, config);
  await page.waitForFunction(() => window.ServiceWidget.isReady());
}

/** Calls a function of the global. */
const callWidget = (page: Page, name: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(([name, args]) => (window as unknown as { ServiceWidget: Global }).ServiceWidget[name]?.(...args), [
    name,
    args,
  ] as const);

const choose = async (frame: FrameLocator, item: string): Promise<void> => {
  await frame.getByRole('button', { name: 'Menu', exact: true }).click();
  await frame.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Asks for a person and returns the id of the conversation. */
async function askForPerson({ chat, frame, wire }: ScenarioPage): Promise<string> {
  await chat.send('what is the capital of Mongolia?');
  await frame
    .getByRole('button', { name: /person/i })
    .first()
    .click();
  await frame.getByText('You asked for a person').waitFor();
  return (wire.all('welcome').at(-1) as { conversation: string }).conversation;
}

const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
  .png()
  .toBuffer();

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a conversation with an answer, a rating, a request for a person, and a reload': {
    answering: 'articles',
    async run(opened) {
      const { page, chat, frame } = opened;
      await chat.open();
      await chat.send(QUESTION);
      await chat.transcript.getByText(ANSWER).nth(1).waitFor();
      await frame.getByRole('button', { name: 'Good answer', exact: true }).click();
      await askForPerson(opened);
      await page.reload();
      await chat.reopened();
      await chat.transcript.getByText(ANSWER).nth(1).waitFor();
      expect(await chat.count(QUESTION)).toBe(1);
    },
  },

  'a file, and a visitor who is signed in on the site and signs out': {
    answering: 'articles',
    async run({ page, chat, frame, wire, service, unique }) {
      await chat.openButton.waitFor();
      await identifyVisitor(page, `kim-${unique}`, 'Kim');
      await chat.open();
      await chat.readyForFiles();
      const uploaded = page.waitForResponse(
        (response) => /\/v1\/uploads$/.test(response.url()) && response.status() === 201,
      );
      const buffer = await picture;
      await frame.locator('input[type="file"]').setInputFiles({ name: 'shoes.png', mimeType: 'image/png', buffer });
      await uploaded;
      await chat.send('these are the shoes, may I talk to a person?');
      const shown = frame.getByRole('log').locator('img').first();
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      await frame
        .getByRole('button', { name: /person/i })
        .first()
        .click();
      await frame.getByText('You asked for a person').waitFor();
      const { conversation } = wire.all('welcome').at(-1) as { conversation: string };
      await inboxApi(service, `/${conversation}/take`, { clientId: `take-${unique}`, name: 'Ingrid' });
      await inboxApi(service, `/${conversation}/messages`, {
        ...{ clientId: `say-${unique}`, name: 'Ingrid', text: 'Yes, send them back.' },
      });
      await chat.transcript.getByText('Yes, send them back.').waitFor();
      await callWidget(page, 'logout');
      await expect.poll(() => chat.count('Yes, send them back.')).toBe(0);
    },
  },

  'the page controls the chat, changes its scheme and theme, embeds it in a container and removes it': {
    answering: 'articles',
    async run({ page, chat }) {
      await chat.openButton.waitFor();
      await callWidget(page, 'setQuestions', ['How long is shipping?']);
      await callWidget(page, 'updateColorScheme', 'dark');
      await callWidget(page, 'open');
      await callWidget(page, 'sendMessage', 'how long does shipping take?');
      await chat.transcript
        .getByText(/Delivery times/)
        .first()
        .waitFor();
      await startAgain(page, { mode: 'embedded', containerId: 'place', theme: { template: 'playful' } });
      await chat.composer.waitFor();
      await chat.send(QUESTION);
      await chat.transcript.getByText(ANSWER).nth(1).waitFor();
      await callWidget(page, 'destroy');
      expect(await page.locator('iframe').count()).toBe(0);
    },
  },

  'a question in the field of `prompt-input` that continues in the panel': {
    answering: 'articles',
    async run({ page, chat }) {
      await chat.openButton.waitFor();
      await startAgain(page, { mode: 'prompt-input', containerId: 'place' });
      await chat.composer.fill(QUESTION);
      await chat.composer.press('Enter');
      await chat.transcript.getByText(ANSWER).nth(1).waitFor();
      await chat.composer.press('Escape');
      await chat.transcript.waitFor({ state: 'hidden' });
      await chat.composer.fill('and hats?');
      await chat.sendButton.click();
      await chat.transcript.getByText('and hats?', { exact: true }).waitFor();
      expect(await chat.count(QUESTION)).toBe(1);
    },
  },

  'a consent: declined, given, and withdrawn': {
    answering: 'articles',
    async run({ page, chat, frame, wire }) {
      await chat.openButton.waitFor();
      await startAgain(page, { requireConsent: true });
      await chat.openButton.click();
      await frame.getByRole('button', { name: 'Decline' }).click();
      await frame.getByText('Nothing was stored or sent.').waitFor();
      expect(wire.sockets).toHaveLength(0);
      await startAgain(page, { requireConsent: true });
      await chat.openButton.click();
      await frame.getByRole('button', { name: 'Agree and continue' }).click();
      await chat.send(QUESTION);
      await chat.transcript.getByText(ANSWER).nth(1).waitFor();
      await choose(frame, 'Withdraw consent');
      await frame.getByText('You have withdrawn your consent.').waitFor();
      await expect.poll(() => chat.count(QUESTION)).toBe(0);
    },
  },

  'several conversations, a search, a download, and an erased conversation': {
    answering: 'articles',
    async run({ page, chat, frame }) {
      await chat.open();
      await chat.send(QUESTION);
      await frame.getByRole('button', { name: 'Good answer', exact: true }).waitFor();
      const download = page.waitForEvent('download');
      await choose(frame, 'Download as text');
      expect((await download).suggestedFilename()).toMatch(/\.txt$/);
      await choose(frame, 'New conversation');
      await expect.poll(() => chat.transcript.locator('.entry').count()).toBe(0);
      await chat.send('do you sell zeppelins?');
      await choose(frame, 'Your conversations');
      await frame.getByRole('region', { name: 'Your conversations' }).getByRole('listitem').nth(1).waitFor();
      await frame.getByRole('button', { name: 'Back', exact: true }).click();
      await choose(frame, 'Search');
      await chat.search('wore once', SEARCH_RESULTS);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await chat.transcript.getByText(QUESTION, { exact: true }).waitFor();
      await choose(frame, 'Erase this conversation');
      await frame.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click();
      await expect.poll(() => chat.count(QUESTION)).toBe(0);
    },
  },

  'cards, suggested replies and a form, then a language that is written from right to left': {
    answering: 'articles',
    async run(opened) {
      const { page, chat, frame, service, unique } = opened;
      await chat.open();
      const waiting = await askForPerson(opened);
      const fields = [{ type: 'text', name: 'who', label: 'Your name', required: true }];
      await inboxApi(service, `/${waiting}/messages`, {
        ...{ clientId: `parts-${unique}`, name: 'Ingrid', text: 'Which one?' },
        parts: [
          { type: 'card', title: 'Kites', links: [{ label: 'All kites', url: 'https://kites.example/all' }] },
          { type: 'quick-replies', replies: [{ label: 'A small one' }] },
        ],
      });
      await frame.getByRole('link', { name: 'All kites' }).waitFor();
      await frame.getByRole('button', { name: 'A small one' }).click();
      await chat.arrived('A small one');
      await inboxApi(service, `/${waiting}/messages`, {
        ...{ clientId: `form-${unique}`, name: 'Ingrid', parts: [{ type: 'form', title: 'For whom?', fields }] },
      });
      const form = frame.getByRole('form', { name: 'For whom?' });
      await form.getByRole('textbox', { name: 'Your name' }).fill('Kim');
      await form.getByRole('textbox', { name: 'Your name' }).press('Enter');
      await form.waitFor({ state: 'detached' });
      await startAgain(page, { locale: 'ar' });
      await callWidget(page, 'open');
      await frame.getByRole('link', { name: 'All kites' }).waitFor();
      await frame.locator('#panel-root[dir="rtl"]').waitFor();
    },
  },

  'functions of the page: registered, called, and confirmed': {
    answering: 'model',
    async run({ page, chat, frame, provider }) {
      await chat.openButton.waitFor();
      await page.evaluate(() => {
        const done: unknown[] = [];
        Object.assign(window, { done });
        const parameters = {
          type: 'object',
          properties: { order: { type: 'string' } },
          required: ['order'],
          additionalProperties: false,
        };
        const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
        ServiceWidget.registerTool?.({
          ...{ name: 'get_order', title: 'Look up an order', description: 'Where an order is.', parameters },
          effects: 'read',
          handler: ({ order }: { order: string }) => ({ order, state: 'shipped' }),
        });
        ServiceWidget.registerTool?.({
          ...{ name: 'cancel_order', title: 'Cancel an order', description: 'Cancels an order.', parameters },
          confirm: ({ order }: { order: string }) => ({ title: `Cancel order ${order}?` }),
          handler: (args: unknown) => done.push(args),
        });
      });
      provider.script(
        call('get_order', { order: 'A-1001' }),
        call('cancel_order', { order: 'A-1001' }),
        say('It is cancelled.'),
      );
      await chat.open();
      await chat.send('please cancel A-1001');
      await frame.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click();
      await chat.transcript.getByText('It is cancelled.').waitFor();
      expect(await page.evaluate(() => Reflect.get(window, 'done'))).toEqual([{ order: 'A-1001' }]);
    },
  },

  'ServiceWidget.diagnose()': {
    answering: 'articles',
    async run({ page, chat }) {
      await chat.open();
      const findings = (await callWidget(page, 'diagnose')) as readonly { code: string }[];
      expect(findings[0]?.code).toBe('ok');
    },
  },
};
