/** The widget section of the specification: the properties for words, consent, the visitor and tools, each with its default. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../support/runs/daily.js';
import { INBOX_PRIVACY_URL } from '../../support/sites/start-site.js';
import { addContainer, check, FRAME, type Started, useWidget } from './start-widget.js';

const { start, end } = useWidget();

describe('ServiceConfig', () => {
  check(
    [
      'placeholder is the language’s by default, and the page’s when given',
      'requireConsent comes before everything in `chat-widget`',
      'tools are none by default; given ones stay in the page, and their descriptions are sent',
    ],
    {
      'placeholder is the language’s by default, and the page’s when given': async () => {
        const { chat } = await start();
        await chat.open();
        expect(await chat.composer.getAttribute('placeholder')).toBe('Write a message…');
        await end();
        const asked = await start({ placeholder: 'Ask about shoes' });
        await asked.chat.open();
        expect(await asked.chat.composer.getAttribute('placeholder')).toBe('Ask about shoes');
      },
      'agentName is the inbox’s by default': async () => {
        const { page, chat } = await start();
        await chat.open();
        await page.frameLocator(FRAME).getByRole('dialog', { name: 'Ada' }).waitFor();
      },
      'agentTitle is the inbox’s by default, and `AI assistant` if the inbox has none': async () => {
        const { chat, frame } = await start();
        await chat.open();
        await frame.locator('header').getByText('AI assistant', { exact: true }).waitFor();
        await end();
        const demo = await start({ inboxId: 'demo' });
        await demo.chat.open();
        await demo.frame.locator('header').getByText('AI assistant, answers from our help articles').waitFor();
      },
      'agentName names the panel': async () => {
        const { page, chat } = await start({ agentName: 'Bob' });
        await chat.open();
        await page.frameLocator(FRAME).getByRole('dialog', { name: 'Bob' }).waitFor();
      },
      'agentTitle is shown under the name': async () => {
        const { chat, frame } = await start({ agentTitle: 'Knows our shoes' });
        await chat.open();
        await frame.getByText('Knows our shoes').waitFor();
      },
      'questions are none by default, and a click on one asks it': async () => {
        const { chat, frame } = await start();
        await chat.open();
        expect(await frame.getByRole('list', { name: 'Suggested questions' }).count()).toBe(0);
        await end();
        const asked = await start({ questions: ['How long does shipping take?'] });
        await asked.chat.open();
        await asked.frame.getByRole('button', { name: 'How long does shipping take?' }).click();
        await asked.chat.transcript.getByText('How long does shipping take?', { exact: true }).waitFor();
      },
      'privacyUrl is linked in the chat and at the consent gate': async () => {
        const privacyUrl = 'https://shop.example/privacy';
        const { chat, frame } = await start({ privacyUrl });
        await chat.open();
        expect(await frame.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(privacyUrl);
        await end();
        const gated = await start({ privacyUrl, requireConsent: true });
        await gated.call('open');
        expect(await gated.frame.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(privacyUrl);
      },
      'privacyUrl is none by default: the business is named, and no policy is linked': async () => {
        const { call, frame } = await start({ requireConsent: true });
        await call('open');
        await frame.getByText(/people of Plain Goods/).waitFor();
        expect(await frame.getByRole('link').count()).toBe(0);
      },
      'privacyUrl is the inbox’s by default, and the page’s overrides it, in the chat and at the consent gate':
        async () => {
          const hrefOf = async ({ frame }: Started) =>
            frame.getByRole('link', { name: 'Privacy policy' }).getAttribute('href');
          const privacyUrl = 'https://shop.example/privacy';
          const hrefs = [];
          for (const config of [{}, { privacyUrl }, { requireConsent: true }, { requireConsent: true, privacyUrl }]) {
            const started = await start({ inboxId: 'careful', ...config });
            await started.call('open');
            hrefs.push(await hrefOf(started));
            await end();
          }
          expect(hrefs).toEqual([INBOX_PRIVACY_URL, privacyUrl, INBOX_PRIVACY_URL, privacyUrl]);
        },
      'requireConsent is false by default: the visitor is not asked': async () => {
        const { chat, frame } = await start();
        await chat.open();
        expect(await frame.getByRole('button', { name: 'Agree and continue' }).count()).toBe(0);
      },
      'requireConsent comes before everything in `chat-widget`': async () => expectGate({}),
      'requireConsent comes before everything in `embedded`': async () =>
        expectGate({ mode: 'embedded', containerId: 'help' }),
      'requireConsent comes before everything in `prompt-input`': async () => expectGate({ mode: 'prompt-input' }),
      'hideHeader is false by default, and hides it in `embedded`': async () => {
        const embedded = { mode: 'embedded', containerId: 'help' };
        const { frame, chat } = await start(embedded, { before: addContainer });
        await chat.composer.waitFor();
        await expect.poll(async () => (await frame.locator('header').boundingBox())?.height).toBeGreaterThan(40);
        await end();
        const hidden = await start({ ...embedded, hideHeader: true }, { before: addContainer });
        await hidden.chat.composer.waitFor();
        await expect
          .poll(async () => (await hidden.frame.locator('header').boundingBox())?.height)
          .toBeLessThanOrEqual(1);
      },
      'hideHeader is for `embedded` only': async () => {
        const { chat, frame } = await start({ hideHeader: true });
        await chat.open();
        await expect.poll(async () => (await frame.locator('header').boundingBox())?.height).toBeGreaterThan(40);
      },
      'containerId is the body by default, and the element with that id when given': async () => {
        const parent = (page: Page) => page.locator(FRAME).evaluate((frame) => frame.parentElement?.id ?? '');
        const tagOf = (page: Page) => page.locator(FRAME).evaluate((frame) => frame.parentElement?.tagName);
        const embedded = await start({ mode: 'embedded' });
        expect(await tagOf(embedded.page)).toBe('BODY');
        await end();
        // Beside it, or the body's transform would move what is in the corner of the window.
        const { page } = await start();
        expect(await tagOf(page)).toBe('HTML');
        await end();
        const inside = await start({ mode: 'embedded', containerId: 'help' }, { before: addContainer });
        expect(await parent(inside.page)).toBe('help');
      },
      'containerId without such an element is an error, and there is no chat': async () => {
        const { events, page } = await start({ mode: 'embedded', containerId: 'nowhere' }, { starts: false });
        await expect.poll(() => events('error')).toMatchObject([{ code: 'container_missing' }]);
        expect(await page.locator(FRAME).count()).toBe(0);
      },
      'locale is the page’s language by default, the browser’s if the page has none, and overrides both when given':
        async () => {
          const german = () => document.documentElement.setAttribute('lang', 'de');
          const languageOf = async ({ frame, chat, call }: Started) => {
            await call('open');
            await chat.panel.waitFor();
            return (await frame.locator('html').getAttribute('lang'))?.split('-')[0];
          };
          const languages = [];
          const unnamed = () => document.documentElement.removeAttribute('lang');
          for (const [config, before] of [
            [{}, german],
            [{}, unnamed],
            [{ locale: 'fr' }, german],
          ] as const) {
            languages.push(await languageOf(await start(config, { before })));
            await end();
          }
          expect(languages).toEqual(['de', 'en', 'fr']);
          // A language without a catalogue.
          expect(await languageOf(await start({ locale: 'tlh' }))).toBe('en');
        },
      'user is none by default': async () => {
        const { chat, sent } = await start();
        await chat.open();
        await chat.send('hello');
        await chat.arrived('hello');
        expect(sent.filter((frame) => 'user' in frame)).toEqual([]);
      },
      'tools are none by default; given ones stay in the page, and their descriptions are sent': async () => {
        const none = await start();
        await none.chat.open();
        await expect.poll(() => none.sent.find(({ t }) => t === 'hello')).toBeDefined();
        expect(none.sent.find(({ t }) => t === 'tools')).toBeUndefined();
        await end();
        const { chat, sent, config, events } = await start({
          tools: [
            { name: 'add_to_basket', description: 'Puts it in.' },
            { name: 'no spaces', description: 'x' },
          ],
          instructions: 'Ask before you add anything.',
        });
        await chat.open();
        await expect.poll(() => sent.find(({ t }) => t === 'tools')).toBeDefined();
        expect((await config()).tools).toBeUndefined();
        expect(sent.find(({ t }) => t === 'tools')).toMatchObject({
          tools: [{ name: 'add_to_basket', description: 'Puts it in.', effects: 'once', confirm: 'never' }],
          instructions: 'Ask before you add anything.',
        });
        const messages = async () => (await events('error')).map(({ message }) => String(message));
        await expect
          .poll(async () => (await messages()).some((each) => each.startsWith('Tool "no spaces"')))
          .toBe(true);
      },
      'instructions are none by default, and are not sent without tools': async () => {
        expect((await (await start()).config()).instructions).toBeUndefined();
        await end();
        const { chat, sent, config } = await start({ instructions: 'Ask before you add anything.' });
        await expect.poll(async () => (await config()).instructions).toBe('Ask before you add anything.');
        await chat.open();
        await expect.poll(() => sent.find(({ t }) => t === 'hello')).toBeDefined();
        expect(JSON.stringify(sent)).not.toContain('Ask before you add');
      },
    },
  );

  /** Expects the consent gate. See ../identity/consent.test.ts for what is stored and requested before consent. */
  async function expectGate(config: object): Promise<void> {
    const { chat, frame, sent, call } = await start({ ...config, requireConsent: true }, { before: addContainer });
    await call('open');
    await frame.getByRole('button', { name: 'Agree and continue' }).waitFor();
    expect(await frame.getByRole('button', { name: 'Decline' }).isVisible()).toBe(true);
    expect(sent).toEqual([]);
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.composer.waitFor();
    await expect.poll(() => sent.find(({ t }) => t === 'hello')).toHaveProperty('consent');
  }
});

describe('UserContext', () => {
  const user = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+46 70 123 45 67',
    userId: 'u-7',
    company: 'Engines Ltd',
    customAttributes: { plan: 'pro', seats: 3 },
  };
  it.each(dailyNames(Object.keys(user), ['customAttributes']))(
    '%s reaches the server with the visitor’s first word',
    async (field) => {
      const value = user[field as keyof typeof user];
      const { chat, sent } = await start({ user: { [field]: value } });
      await chat.open();
      await chat.send('hello');
      await expect.poll(() => sent.find(({ t }) => t === 'context')?.user).toEqual({ [field]: value });
    },
  );
});
