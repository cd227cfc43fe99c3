/**
 * The widget section of the specification: the properties that say where the chat is and how it looks, on a real page
 * with a real server. The inbox `plain` has no settings, so the page's apply; `demo` has settings and a theme of its own.
 */
import { describe, expect } from 'vitest';
import { addContainer, boxOf, check, FRAME, useWidget } from './start-widget.js';

const widget = useWidget();
const { start, end } = widget;

describe('ServiceConfig', () => {
  check(
    [
      'inboxId is required',
      'mode `embedded` shows the conversation in its container, without a launcher',
      'mode `prompt-input` is one field whose question continues in the panel',
      'position is `right` by default, and `left` when asked',
      'theme is used as a whole also when it is longer than any URL',
    ],
    {
      'inboxId is required': async () => {
        const { events, page } = await start({ inboxId: undefined }, { starts: false });
        await expect
          .poll(() => events('error'))
          .toMatchObject([{ code: 'config_invalid', message: expect.stringMatching(/inboxId/) }]);
        expect(await page.locator(FRAME).count()).toBe(0);
      },
      'inboxId selects the inbox': async () => {
        const { chat, frame } = await start();
        await chat.open();
        await frame.getByText('Hello. Ask anything about Plain Goods.').waitFor();
      },
      'mode is `chat-widget` by default: a launcher in the corner': async () => {
        const { page, chat, config } = await start();
        await expect.poll(async () => (await config()).mode).toBe('chat-widget');
        await chat.openButton.waitFor();
        expect(await chat.openButton.boundingBox()).toEqual({ x: 1_208, y: 728, width: 56, height: 56 });
        expect(await page.locator(FRAME).isVisible()).toBe(false);
      },
      'mode `embedded` shows the conversation in its container, without a launcher': async () => {
        const { page, chat } = await start({ mode: 'embedded', containerId: 'help' }, { before: addContainer });
        await chat.composer.waitFor();
        await expect.poll(() => boxOf(page)).toMatchObject({ width: 420, height: 560 });
        expect(await chat.openButton.isVisible()).toBe(false);
        expect(await chat.closeButton.count()).toBe(0);
      },
      'mode `embedded` has a height of its own where the page gives none': async () => {
        const { page, chat } = await start({ mode: 'embedded' });
        await chat.composer.waitFor();
        await expect.poll(async () => (await boxOf(page))?.height).toBe(600);
      },
      'mode `prompt-input` is one field whose question continues in the panel': async () => {
        const { page, chat } = await start({ mode: 'prompt-input' });
        await expect.poll(async () => (await boxOf(page))?.height).toBe(72);
        await chat.composer.fill('Do you ship to Norway?');
        await chat.composer.press('Enter');
        await chat.transcript.getByText('Do you ship to Norway?', { exact: true }).waitFor();
        await expect.poll(async () => (await boxOf(page))?.height).toBeGreaterThan(600);
      },
      'position is `right` by default, and `left` when asked': async () => {
        const left = await start({ position: 'left' });
        await left.chat.openButton.waitFor();
        expect(await left.chat.openButton.boundingBox()).toMatchObject({ x: 16, y: 728 });
        await expect.poll(async () => (await left.config()).position).toBe('left');
        await end();
        const right = await start();
        await right.chat.openButton.waitFor();
        expect(await right.chat.openButton.boundingBox()).toMatchObject({ x: 1_208, y: 728 });
        expect(await right.config()).toMatchObject({ position: 'right' });
      },
      'position is for `chat-widget` only': async () => {
        const { page } = await start(
          { mode: 'embedded', containerId: 'help', position: 'left' },
          { before: addContainer },
        );
        await expect.poll(async () => (await boxOf(page))?.x).toBe(18);
      },
      'position has no effect in `prompt-input`': async () => {
        const line = { mode: 'prompt-input', containerId: 'help' };
        const boxes = [];
        for (const position of ['left', 'right']) {
          const { page } = await start({ ...line, position }, { before: addContainer });
          boxes.push(await boxOf(page));
          await end();
        }
        expect(boxes[0]).toEqual(boxes[1]);
        expect(boxes[0]).toMatchObject({ x: 18, width: 420, height: 72 });
      },
      'colorScheme is `light` by default, whatever the system’s is': async () => {
        const { token } = await start({}, { system: 'dark' });
        await expect.poll(() => token('data-scheme')).toBe('light');
      },
      'colorScheme `dark` is dark': async () => {
        const { token } = await start({ colorScheme: 'dark' }, { system: 'light' });
        await expect.poll(() => token('data-scheme')).toBe('dark');
      },
      'colorScheme `auto` follows the page’s class, then `data-theme`, then the system, as they change': async () => {
        const { page, token } = await start({ colorScheme: 'auto' }, { system: 'dark' });
        const scheme = () => expect.poll(() => token('data-scheme'));
        await scheme().toBe('dark');
        await page.emulateMedia({ colorScheme: 'light' });
        await scheme().toBe('light');
        await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
        await scheme().toBe('dark');
        await page.evaluate(() => document.documentElement.classList.add('light'));
        await scheme().toBe('light');
        await page.evaluate(() => document.documentElement.classList.replace('light', 'dark'));
        await scheme().toBe('dark');
      },
      'theme is none by default, and the page’s if the inbox has none': async () => {
        const { config, token } = await start();
        expect((await config()).theme).toBeUndefined();
        await expect.poll(() => token('data-template')).toBe('modern');
        await end();
        const themed = await start({ theme: { template: 'playful' } });
        await expect.poll(() => themed.token('data-template')).toBe('playful');
      },
      'theme is used as a whole also when it is longer than any URL': async () => {
        const { chat, frame, token } = await start({
          theme: { template: 'playful', headerTitle: 'Ask '.repeat(2_000) },
        });
        await expect.poll(() => token('data-template')).toBe('playful');
        await chat.open();
        await frame.getByRole('dialog', { name: 'Ask '.repeat(20).trim() }).waitFor();
      },
      'theme is ignored as a whole if the inbox has one, with a message on the console': async () => {
        const theme = { template: 'playful', primaryColor: '#ff0000', fontSize: 'lg', poweredBy: false };
        const { chat, frame, token, notes } = await start({ inboxId: 'demo', theme });
        await expect.poll(() => token('data-template')).toBe('modern');
        await expect.poll(() => token('--primary')).toBe('#1f5c4d');
        await expect.poll(() => token('--font-size-px')).toBe('16px');
        await chat.open();
        await frame.getByText('Powered by').waitFor();
        await expect.poll(() => notes.join()).toMatch(/theme: not used/);
      },
      'baseUrl is the origin of the script by default, and another server when given': async () => {
        const { page } = await start();
        expect(await page.locator(FRAME).getAttribute('src')).toMatch(widget.site.proxy.origin);
        await end();
        const other = await start({ baseUrl: widget.site.service.origin });
        expect(await other.page.locator(FRAME).getAttribute('src')).toMatch(widget.site.service.origin);
      },
    },
  );
});
