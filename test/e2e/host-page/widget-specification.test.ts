/**
 * The widget section of the specification: every property with its default, every function and every event, on a real page
 * with a real server. The inbox `plain` has no settings, so the page's apply; `demo` has settings and a theme of its own.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WIDGET_EVENTS } from '../../../packages/embed-js/dist/index.js';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';
import { recordLog, writeFailureArtifacts } from '../../support/browser/failure-artifacts.js';
import { type Chat, chatOn } from '../../support/chat/chat.js';
import { call as calls, say } from '../../support/model-provider/reply.js';
import { dailyNames } from '../../support/runs/daily.js';
import { ROOT } from '../../support/runs/repository.js';
import { startModelSite } from '../../support/sites/model-site.js';
import { INBOX_PRIVACY_URL, type Site, startSite } from '../../support/sites/start-site.js';

type Detail = Record<string, unknown>;
interface Api {
  readonly version: string;
  isReady(): boolean;
  on(event: string, callback: (detail: Detail) => void): () => void;
  off(event: string, callback: (detail: Detail) => void): void;
  [name: string]: unknown;
}
interface Started {
  readonly page: Page;
  readonly chat: Chat;
  readonly frame: FrameLocator;
  /** The frames that the client has sent. */
  readonly sent: readonly Detail[];
  /** Our console messages. */
  readonly notes: readonly string[];
  /** Calls a function of the global. */
  call(name: string, ...args: unknown[]): Promise<unknown>;
  /** The details of an event so far. Listeners are added before `init`. */
  events(name: string): Promise<Detail[]>;
  /** The configuration as the frame received it. */
  config(): Promise<Detail>;
  /** A custom property or an attribute of the frame's document. */
  token(name: string): Promise<string>;
}

const FRAME = 'iframe[src*="/widget/"]';

let site: Site;
let browser: Browser;
let context: BrowserContext | null = null;
let log: readonly string[] = [];
beforeAll(async () => {
  site = await startSite();
  browser = await chromium.launch(launchOptions(findBrowser() as string));
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && context) await writeFailureArtifacts(task.name, [{ context, log }]);
  await context?.close();
  context = null;
});
afterAll(async () => {
  await browser?.close();
  await site?.dispose();
});

interface StartOptions {
  /** Runs on the page before `init`. */
  readonly before?: () => void;
  readonly system?: 'light' | 'dark';
  /** False: `init` is expected to fail. */
  readonly starts?: boolean;
  /** Default: the site that all rows share. */
  readonly on?: Site;
}

/** Starts the chat with `config` (default inbox: `plain`) on the bare page, in a new browser context. */
async function start(config: object = {}, options: StartOptions = {}): Promise<Started> {
  context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  log = recordLog(context);
  const page = await context.newPage();
  if (options.system) await page.emulateMedia({ colorScheme: options.system });
  // Records, in the frame and before its own scripts, the configuration that the page sends to it.
  await page.addInitScript(() => {
    addEventListener('message', ({ data }) => {
      if (data?.t === 'connect') (window as unknown as { given: unknown }).given = data.config;
    });
  });
  const sent: Detail[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  const notes: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('[ServiceWidget]')) notes.push(message.text());
  });
  await page.goto((options.on ?? site).barePage);
  if (options.before) await page.evaluate(options.before);
  await page.evaluate(
    ({ config, names }) => {
      const details: Record<string, Detail[]> = {};
      Object.assign(window, { details });
      const widget = window.ServiceWidget as unknown as Api;
      for (const name of names) {
        details[name] = [];
        widget.on(name, (detail) => details[name]?.push(detail));
      }
      // A function cannot be passed to the page, so the handlers of tools are added here.
      const { tools } = config as { tools?: unknown };
      const given = Array.isArray(tools) ? { tools: tools.map((tool) => ({ ...tool, handler: () => 1 })) } : {};
      (widget.init as (config: object) => void)({ inboxId: 'plain', ...config, ...given });
    },
    { config, names: WIDGET_EVENTS },
  );
  if (options.starts !== false) await page.waitForFunction(() => window.ServiceWidget.isReady());
  const inside = () => page.frames().find((each) => each.url().includes('/widget/'));
  return {
    page,
    chat: chatOn(page),
    frame: page.frameLocator(FRAME),
    sent,
    notes,
    call: (name, ...args) =>
      page.evaluate(
        ([name, args]) =>
          (window.ServiceWidget as unknown as Record<string, (...a: unknown[]) => unknown>)[name]?.(...args),
        [name, args] as const,
      ),
    events: (name) =>
      page.evaluate((name) => (window as unknown as { details: Record<string, Detail[]> }).details[name] ?? [], name),
    config: async () => (await inside()?.evaluate(() => (window as unknown as { given: Detail }).given)) as Detail,
    token: async (name) =>
      (await inside()?.evaluate(
        (name) => document.documentElement.getAttribute(name) ?? document.documentElement.style.getPropertyValue(name),
        name,
      )) as string,
  };
}

const boxOf = (page: Page) => page.locator(FRAME).boundingBox();
const addContainer = (): void => {
  document.body.insertAdjacentHTML('beforeend', '<div id="help" style="width:420px;height:560px;margin:10px"></div>');
};
/** A row: what the specification states of a property, function or event, and its check. */
type Rows = Readonly<Record<string, () => Promise<void>>>;
/** `daily`: the rows of a short run, one for each kind of check. The rules behind the others have unit tests. */
const check = (daily: readonly string[], rows: Rows): void => {
  it.each(dailyNames(Object.keys(rows), daily))('%s', async (name) => rows[name]?.());
};

describe('ServiceConfig', () => {
  check(
    [
      'inboxId is required',
      'mode `embedded` shows the conversation in its container, without a launcher',
      'mode `prompt-input` is one field whose question continues in the panel',
      'position is `right` by default, and `left` when asked',
      'theme is used as a whole also when it is longer than any URL',
      'placeholder is the language’s by default, and the page’s when given',
      'requireConsent comes before everything in `chat-widget`',
      'tools are none by default; given ones stay in the page, and their descriptions are sent',
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
        await context?.close();
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
          await context?.close();
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
        await context?.close();
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
        expect(await page.locator(FRAME).getAttribute('src')).toMatch(site.proxy.origin);
        await context?.close();
        const other = await start({ baseUrl: site.service.origin });
        expect(await other.page.locator(FRAME).getAttribute('src')).toMatch(site.service.origin);
      },
      'placeholder is the language’s by default, and the page’s when given': async () => {
        const { chat } = await start();
        await chat.open();
        expect(await chat.composer.getAttribute('placeholder')).toBe('Write a message…');
        await context?.close();
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
        await context?.close();
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
        await context?.close();
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
        await context?.close();
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
            await context?.close();
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
        await context?.close();
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
        await context?.close();
        // Beside it, or the body's transform would move what is in the corner of the window.
        const { page } = await start();
        expect(await tagOf(page)).toBe('HTML');
        await context?.close();
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
            await context?.close();
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
        await context?.close();
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
        await context?.close();
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

describe('WidgetTheme', () => {
  const templates = ['minimal', 'modern', 'corporate', 'playful', 'dark', 'custom'];
  it.each(dailyNames(templates, ['playful']))('template `%s`', async (template) => {
    const { token } = await start({ theme: { template } });
    await expect.poll(() => token('data-template')).toBe(template);
  });
  check(['textColor is used if it is readable, and otherwise adjusted, with a message on the console'], {
    'template is `modern` by default': async () => {
      const { token } = await start({ theme: {} });
      await expect.poll(() => token('data-template')).toBe('modern');
    },
    'primaryColor is used as given, in light and in dark': async () => {
      const { token, call } = await start({ theme: { primaryColor: '#c2185b' } });
      await expect.poll(() => token('--primary')).toBe('#c2185b');
      await call('updateColorScheme', 'dark');
      await expect.poll(() => token('data-scheme')).toBe('dark');
      await expect.poll(() => token('--primary')).toBe('#c2185b');
    },
    'backgroundColor is used as given, in light and in dark': async () => {
      const { token } = await start({ colorScheme: 'dark', theme: { backgroundColor: '#fffbe6' } });
      await expect.poll(() => token('--background')).toBe('#fffbe6');
    },
    'textColor is used if it is readable, and otherwise adjusted, with a message on the console': async () => {
      const fine = await start({ theme: { textColor: '#123456' } });
      await expect.poll(() => fine.token('--text')).toBe('#123456');
      await context?.close();
      const { token, notes, events } = await start({ theme: { textColor: '#dddddd' } });
      await expect.poll(() => notes.join()).toMatch(/theme\.textColor: "#dddddd" has too little contrast/);
      await expect.poll(() => token('--text')).toMatch(/^#(?!dddddd)/);
      expect(await events('error')).toEqual([]);
    },
    'userBubbleColor is primaryColor by default, and is used when given': async () => {
      const { token } = await start({ theme: { primaryColor: '#c2185b' } });
      await expect.poll(() => token('--user-bubble')).toBe('#c2185b');
      await context?.close();
      const given = await start({ theme: { primaryColor: '#c2185b', userBubbleColor: '#00695c' } });
      await expect.poll(() => given.token('--user-bubble')).toBe('#00695c');
    },
    'userBubbleTextColor is derived by default, and is used when given and readable': async () => {
      const { token } = await start({ theme: { userBubbleColor: '#00695c' } });
      await expect.poll(() => token('--on-user-bubble')).toBe('#ffffff');
      await context?.close();
      const given = await start({ theme: { userBubbleColor: '#00695c', userBubbleTextColor: '#fff59d' } });
      await expect.poll(() => given.token('--on-user-bubble')).toBe('#fff59d');
    },
    'fontFamily is the system’s by default, and installed or generic families when given': async () => {
      const { token } = await start({ theme: {} });
      await expect.poll(() => token('--font-family')).toMatch(/^system-ui/);
      await context?.close();
      const given = await start({ theme: { fontFamily: 'Georgia, serif' } });
      await expect.poll(() => given.token('--font-family')).toBe('"Georgia", serif');
    },
    'fontFamily with url(), braces or semicolons is rejected, with an error': async () => {
      const { token, events } = await start({ theme: { fontFamily: 'Georgia;} body{background:url(//x)}' } });
      await expect.poll(() => token('--font-family')).toMatch(/^system-ui/);
      await expect.poll(() => events('error')).toMatchObject([{ code: 'config_invalid' }]);
    },
    'fontSize is `base` by default; `sm` and `lg` are smaller and larger': async () => {
      const sizes: string[] = [];
      for (const theme of [{}, { fontSize: 'sm' }, { fontSize: 'lg' }]) {
        sizes.push(await (await start({ theme })).token('--font-size-px'));
        await context?.close();
      }
      expect(sizes).toEqual(['16px', '14px', '18px']);
    },
    'messageStyle is `plain` by default, and `bubble` shows answers in bubbles': async () => {
      const { token } = await start({ theme: {} });
      await expect.poll(() => token('data-messages')).toBe('plain');
      await context?.close();
      const { chat, frame, token: given } = await start({ theme: { messageStyle: 'bubble' } });
      await expect.poll(() => given('data-messages')).toBe('bubble');
      await chat.open();
      await chat.send('How long does shipping take?');
      const bubble = frame.locator('.agent-bubble').first();
      await bubble.waitFor();
      const background = await bubble.evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(background).not.toBe('rgba(0, 0, 0, 0)');
    },
    'logoUrl is none by default: the title’s first letter is shown': async () => {
      const { chat, frame } = await start({ theme: { headerTitle: 'Plain' } });
      await chat.open();
      await expect.poll(() => frame.locator('header .avatar').textContent()).toBe('P');
    },
    'logoUrl that cannot be loaded leaves the letter': async () => {
      const { page, chat, frame } = await start({ theme: { logoUrl: 'https://cdn.shop.example/gone.png' } });
      await page.route('https://cdn.shop.example/gone.png', (route) => route.fulfill({ status: 404 }));
      await chat.open();
      await frame.locator('header span.avatar').getByText('A').waitFor();
    },
    'logoUrl is loaded and shown': async () => {
      const logoUrl = 'https://cdn.shop.example/logo.png';
      const { page, chat, frame } = await start({ theme: { logoUrl } });
      const asked: string[] = [];
      await page.route(logoUrl, (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') });
      });
      await chat.open();
      const logo = frame.locator('header img');
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
      expect(asked).toEqual([logoUrl]);
    },
    'headerTitle is the agent’s name by default, and is used when given': async () => {
      const { chat, frame } = await start();
      await chat.open();
      await frame.getByRole('dialog', { name: 'Ada' }).waitFor();
      await context?.close();
      const titled = await start({ theme: { headerTitle: 'Plain Goods help' } });
      await titled.chat.open();
      await titled.frame.getByRole('dialog', { name: 'Plain Goods help' }).waitFor();
    },
    'poweredBy is true by default, and can be turned off': async () => {
      const { chat, frame } = await start();
      await chat.open();
      await frame.getByText('Powered by').waitFor();
      await context?.close();
      const quiet = await start({ theme: { poweredBy: false } });
      await quiet.chat.open();
      expect(await quiet.frame.getByText('Powered by').count()).toBe(0);
    },
  });
});

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
          await context?.close();
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

describe('events', () => {
  it('are these and no others', () => {
    expect([...WIDGET_EVENTS].sort()).toEqual(
      [...'ready open close message unread connection tool handoff consent error destroy'.split(' ')].sort(),
    );
  });
  check(
    [
      'message, once for each side, with role, content and author',
      'handoff, when the visitor asks for a person',
      'error, with a code and a message',
    ],
    {
      'ready, with the version': async () => {
        const { page, events } = await start();
        const version = await page.evaluate(() => (window.ServiceWidget as unknown as Api).version);
        await expect.poll(() => events('ready')).toEqual([{ version }]);
      },
      'open and close': async () => {
        const { chat, events } = await start();
        await chat.open();
        await expect.poll(() => events('open')).toEqual([{}]);
        expect(await events('close')).toEqual([]);
        await chat.closeButton.click();
        await expect.poll(() => events('close')).toEqual([{}]);
      },
      'message, once for each side, with role, content and author': async () => {
        const { chat, events } = await start();
        await chat.open();
        await chat.send('How long does shipping take?');
        await expect.poll(async () => (await events('message')).length, { timeout: 60_000 }).toBe(2);
        expect(await events('message')).toMatchObject([
          { role: 'user', content: 'How long does shipping take?', author: { kind: 'visitor' } },
          { role: 'assistant', content: expect.any(String), author: { kind: 'ai', name: 'Ada' } },
        ]);
      },
      'unread, when an answer comes while the chat is closed': async () => {
        const { call, events } = await start();
        await call('sendMessage', 'How long does shipping take?');
        await expect.poll(async () => (await events('unread')).at(-1), { timeout: 60_000 }).toEqual({ count: 1 });
      },
      'connection, from connecting to connected': async () => {
        const { chat, events } = await start();
        expect(await events('connection')).toEqual([]);
        await chat.open();
        await expect.poll(() => events('connection')).toEqual([{ state: 'connecting' }, { state: 'connected' }]);
      },
      'tool, when a function of this page starts and when it ends': async () => {
        const on = await startModelSite();
        try {
          on.provider.script(calls('add_to_basket'), say('It is in your basket.'));
          const { chat, events, sent } = await start(
            { inboxId: 'demo', tools: [{ name: 'add_to_basket', description: 'Puts it in.', effects: 'idempotent' }] },
            { on },
          );
          await chat.open();
          await expect.poll(() => sent.some(({ t }) => t === 'tools')).toBe(true);
          await chat.send('put the boots in my basket');
          await chat.transcript.getByText('It is in your basket.').waitFor();
          expect(await events('tool')).toEqual([
            { name: 'add_to_basket', state: 'running' },
            { name: 'add_to_basket', state: 'succeeded' },
          ]);
        } finally {
          await context?.close();
          context = null;
          await on.dispose();
        }
      },
      'handoff, when the visitor asks for a person': async () => {
        const { chat, frame, events } = await start();
        await chat.open();
        await chat.send('do you sell bicycles?');
        await frame.getByRole('button', { name: 'Talk to a person' }).click();
        await expect.poll(() => events('handoff'), { timeout: 60_000 }).toEqual([{ handledBy: 'queued' }]);
      },
      'consent, for both answers': async () => {
        const { call, frame, events } = await start({ requireConsent: true });
        await call('open');
        await frame.getByRole('button', { name: 'Decline' }).click();
        await expect.poll(() => events('consent')).toEqual([{ granted: false }]);
        await frame.getByRole('button', { name: 'Agree and continue' }).click();
        await expect.poll(() => events('consent')).toEqual([{ granted: false }, { granted: true }]);
      },
      'error, with a code and a message': async () => {
        const { call, events } = await start();
        await call('sendMessage', '');
        await expect
          .poll(() => events('error'))
          .toMatchObject([{ code: 'call_invalid', message: expect.stringMatching(/pass a text/) }]);
      },
      'destroy, as the last one': async () => {
        const { call, events } = await start();
        await call('destroy');
        await expect.poll(() => events('destroy')).toEqual([{}]);
      },
    },
  );
});

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
