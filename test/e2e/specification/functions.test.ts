/** The widget section of the specification: every function of the global. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';
import { type Api, addContainer, boxOf, check, FRAME, useWidget } from './start-widget.js';

const { start, end } = useWidget();

describe('functions', () => {
  check(
    [
      'open(), close() and toggle() show and hide the panel',
      'updateContext(context) reaches the server during a conversation',
      'setQuestions(questions) replaces the suggested questions',
      'destroy() removes the iframe and the listeners',
    ],
    {
      'init(config) creates the iframe and attaches it, once': async () => {
        const { page, call, events } = await start();
        await call('init', { inboxId: 'plain' });
        expect(await page.locator(FRAME).count()).toBe(1);
        expect(await events('error')).toEqual([]);
        await call('init', { inboxId: 'demo' });
        await expect.poll(() => events('error')).toMatchObject([{ code: 'already_initialised' }]);
      },
      'open(), close() and toggle() show and hide the panel': async () => {
        const { chat, call } = await start();
        await call('open');
        await chat.panel.waitFor();
        await call('close');
        await chat.panel.waitFor({ state: 'hidden' });
        await call('toggle');
        await chat.panel.waitFor();
        await call('toggle');
        await chat.panel.waitFor({ state: 'hidden' });
      },
      'sendMessage(text) sends, and does not open': async () => {
        const { chat, call, sent } = await start();
        await call('sendMessage', 'from the page');
        await expect.poll(() => sent.some(({ t }) => t === 'append')).toBe(true);
        expect(await chat.panel.isVisible()).toBe(false);
        await call('open');
        await chat.transcript.getByText('from the page', { exact: true }).waitFor();
      },
      'open(), close() and toggle() show and hide the panel of `prompt-input`, whose field stays on the page':
        async () => {
          const { page, chat, call } = await start({ mode: 'prompt-input' });
          const height = async () => (await boxOf(page))?.height;
          for (const [shows, hides] of [
            ['open', 'close'],
            ['toggle', 'toggle'],
          ] as const) {
            await call(shows);
            await chat.panel.waitFor();
            await expect.poll(height).toBeGreaterThan(600);
            await call(hides);
            await chat.panel.waitFor({ state: 'hidden' });
            await expect.poll(height).toBe(72);
            expect(await chat.composer.isVisible()).toBe(true);
          }
        },
      'open(), close() and toggle() show and hide an `embedded` chat, whose place on the page stays': async () => {
        const { page, chat, call, events } = await start(
          { mode: 'embedded', containerId: 'help' },
          { before: addContainer },
        );
        await chat.composer.waitFor();
        const isShown = () => page.locator(FRAME).isVisible();
        for (const [name, shown] of [
          ['open', true],
          ['close', false],
          ['toggle', true],
          ['toggle', false],
          ['open', true],
        ] as const) {
          await call(name);
          await expect.poll(isShown).toBe(shown);
          expect(await boxOf(page)).toMatchObject({ width: 420, height: 560 });
        }
        await chat.composer.press('Escape');
        await chat.composer.fill('still here');
        expect(await isShown()).toBe(true);
        expect([await events('open'), await events('close')]).toEqual([
          [{}, {}],
          [{}, {}],
        ]);
      },
      'prefill(text) fills the field without sending, and does not open': async () => {
        const { chat, call, sent } = await start();
        await call('prefill', 'About order 1042: ');
        expect(await chat.panel.isVisible()).toBe(false);
        await call('open');
        await expect.poll(() => chat.composer.inputValue()).toBe('About order 1042: ');
        await call('prefill', 'Another');
        await expect.poll(() => chat.composer.inputValue()).toBe('Another');
        expect(sent.some(({ t }) => t === 'append')).toBe(false);
        await chat.composer.press('Enter');
        await chat.arrived('Another');
      },
      'sendMessage(text) sends, and `embedded` shows it': async () => {
        const { chat, call } = await start({ mode: 'embedded', containerId: 'help' }, { before: addContainer });
        await call('sendMessage', 'from the page');
        await chat.arrived('from the page');
      },
      'sendMessage(text) sends, and does not open `prompt-input`': async () => {
        const { page, chat, call, sent } = await start({ mode: 'prompt-input' });
        await call('sendMessage', 'from the page');
        await expect.poll(() => sent.some(({ t }) => t === 'append')).toBe(true);
        await expect.poll(async () => (await boxOf(page))?.height).toBe(72);
        await call('open');
        await chat.transcript.getByText('from the page', { exact: true }).waitFor();
      },
      'updateContext(context) reaches the server during a conversation': async () => {
        const { chat, call, sent } = await start({ user: { name: 'Ada' } });
        await chat.open();
        // Before the welcome, the change would be sent with the next hello.
        await chat.send('hello');
        await chat.arrived('hello');
        await call('updateContext', { company: 'Engines Ltd' });
        await expect
          .poll(() => sent.findLast((frame) => frame.t === 'context' && 'user' in frame)?.user)
          .toEqual({ name: 'Ada', company: 'Engines Ltd' });
        await call('updateContext', { name: null });
        await expect
          .poll(() => sent.findLast((frame) => frame.t === 'context' && 'user' in frame)?.user)
          .toEqual({ name: '', company: 'Engines Ltd' });
      },
      'setQuestions(questions) replaces the suggested questions': async () => {
        const { chat, call, frame } = await start({ questions: ['Old?'] });
        await chat.open();
        await frame.getByRole('button', { name: 'Old?' }).waitFor();
        await call('setQuestions', ['New?', 'Newer?']);
        await frame.getByRole('button', { name: 'Newer?' }).waitFor();
        await expect.poll(() => frame.getByRole('button', { name: 'Old?' }).count()).toBe(0);
        await call('setQuestions', []);
        await frame.getByRole('list', { name: 'Suggested questions' }).waitFor({ state: 'detached' });
      },
      'setQuestions(questions) replaces them in `embedded` and in `prompt-input` as well': async () => {
        for (const mode of ['embedded', 'prompt-input']) {
          const { call, frame } = await start(
            { mode, containerId: 'help', questions: ['Old?'] },
            { before: addContainer },
          );
          await call('setQuestions', ['New?']);
          await call('open');
          await frame.getByRole('button', { name: 'New?' }).waitFor();
          await expect.poll(() => frame.getByRole('button', { name: 'Old?' }).count()).toBe(0);
          await end();
        }
      },
      'on(event, callback) subscribes and returns a function to unsubscribe; off(event, callback) unsubscribes too':
        async () => {
          const { page, chat } = await start();
          await page.evaluate(() => {
            const widget = window.ServiceWidget as unknown as Api;
            const calls = { returned: 0, off: 0, subscribed: 0 };
            Object.assign(window, { calls });
            const count = (name: keyof typeof calls) => () => void calls[name]++;
            const off = count('off');
            widget.on('open', count('subscribed'));
            widget.on('open', off);
            widget.on('open', count('returned'))();
            widget.off('open', off);
          });
          await chat.open();
          const calls = () => page.evaluate(() => (window as unknown as { calls: object }).calls);
          await expect.poll(calls).toEqual({ returned: 0, off: 0, subscribed: 1 });
        },
      'updateColorScheme() changes the scheme after init': async () => {
        const { page, call, token } = await start();
        await call('updateColorScheme', 'dark');
        await expect.poll(() => token('data-scheme')).toBe('dark');
        await page.evaluate(() => document.documentElement.classList.add('light'));
        await call('updateColorScheme');
        await expect.poll(() => token('data-scheme')).toBe('light');
      },
      'updateColorScheme() without argument reads the configured scheme again, and no other': async () => {
        const { page, call, token } = await start({ colorScheme: 'light' }, { system: 'dark' });
        await call('updateColorScheme');
        await call('updateColorScheme', 'dark');
        await expect.poll(() => token('data-scheme')).toBe('dark');
        await page.evaluate(() => document.documentElement.classList.add('dark'));
        await call('updateColorScheme');
        await expect.poll(() => token('data-scheme')).toBe('light');
      },
      'isReady() is false before the frame accepts commands, and true after': async () => {
        const { page } = await start();
        expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(true);
        const again = await page.evaluate(() => {
          window.ServiceWidget.destroy();
          const gone = window.ServiceWidget.isReady();
          window.ServiceWidget.init({ inboxId: 'plain' });
          return [gone, window.ServiceWidget.isReady()];
        });
        expect(again).toEqual([false, false]);
        await page.waitForFunction(() => window.ServiceWidget.isReady());
      },
      'destroy() removes the iframe and the listeners': async () => {
        const { page, call, events } = await start();
        await call('destroy');
        expect(await page.locator(FRAME).count()).toBe(0);
        await expect.poll(() => events('destroy')).toEqual([{}]);
        await call('init', { inboxId: 'plain' });
        await page.waitForFunction(() => window.ServiceWidget.isReady());
        await expect.poll(() => events('ready')).toHaveLength(1);
      },
      'version is the installed package’s': async () => {
        const { page } = await start();
        const manifest = join(ROOT, 'packages/embed-sdk/package.json');
        const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
        expect(await page.evaluate(() => (window.ServiceWidget as unknown as Api).version)).toBe(version);
      },
    },
  );
});
