/** The widget section of the specification: every property of a theme with its default. */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../support/runs/daily.js';
import { check, useWidget } from './start-widget.js';

const { start, end } = useWidget();

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
      await end();
      const { token, notes, events } = await start({ theme: { textColor: '#dddddd' } });
      await expect.poll(() => notes.join()).toMatch(/theme\.textColor: "#dddddd" has too little contrast/);
      await expect.poll(() => token('--text')).toMatch(/^#(?!dddddd)/);
      expect(await events('error')).toEqual([]);
    },
    'userBubbleColor is primaryColor by default, and is used when given': async () => {
      const { token } = await start({ theme: { primaryColor: '#c2185b' } });
      await expect.poll(() => token('--user-bubble')).toBe('#c2185b');
      await end();
      const given = await start({ theme: { primaryColor: '#c2185b', userBubbleColor: '#00695c' } });
      await expect.poll(() => given.token('--user-bubble')).toBe('#00695c');
    },
    'userBubbleTextColor is derived by default, and is used when given and readable': async () => {
      const { token } = await start({ theme: { userBubbleColor: '#00695c' } });
      await expect.poll(() => token('--on-user-bubble')).toBe('#ffffff');
      await end();
      const given = await start({ theme: { userBubbleColor: '#00695c', userBubbleTextColor: '#fff59d' } });
      await expect.poll(() => given.token('--on-user-bubble')).toBe('#fff59d');
    },
    'fontFamily is the system’s by default, and installed or generic families when given': async () => {
      const { token } = await start({ theme: {} });
      await expect.poll(() => token('--font-family')).toMatch(/^system-ui/);
      await end();
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
        await end();
      }
      expect(sizes).toEqual(['16px', '14px', '18px']);
    },
    'messageStyle is `plain` by default, and `bubble` shows answers in bubbles': async () => {
      const { token } = await start({ theme: {} });
      await expect.poll(() => token('data-messages')).toBe('plain');
      await end();
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
      await end();
      const titled = await start({ theme: { headerTitle: 'Plain Goods help' } });
      await titled.chat.open();
      await titled.frame.getByRole('dialog', { name: 'Plain Goods help' }).waitFor();
    },
    'poweredBy is true by default, and can be turned off': async () => {
      const { chat, frame } = await start();
      await chat.open();
      await frame.getByText('Powered by').waitFor();
      await end();
      const quiet = await start({ theme: { poweredBy: false } });
      await quiet.chat.open();
      expect(await quiet.frame.getByText('Powered by').count()).toBe(0);
    },
  });
});

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
