// @vitest-environment node
/** The launcher in a real browser, as the visitors meet it: its name, its states and its messages. */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyShare } from '../../../../../test/support/runs/daily.js';
import { act, CORNER, calls, draw, eventually, launcherOf, useLauncherPages } from './launcher-page.js';

const { open } = useLauncherPages();

const nameOf = (page: Page): Promise<string | null> => launcherOf(page).getAttribute('aria-label');
const announced = (page: Page): Promise<string | null> => page.locator('service-launcher [aria-live]').textContent();

describe('the launcher is a button', () => {
  it.each(
    dailyShare(
      [
        ['en', 'Open chat', 'Close chat', 'ltr'],
        ['de-AT', 'Chat öffnen', 'Chat schließen', 'ltr'],
        ['fr', 'Ouvrir le chat', 'Fermer le chat', 'ltr'],
        ['es-MX', 'Abrir el chat', 'Cerrar el chat', 'ltr'],
        ['pt', 'Abrir o chat', 'Fechar o chat', 'ltr'],
        ['ar', 'فتح المحادثة', 'إغلاق المحادثة', 'rtl'],
        ['ja', 'チャットを開く', 'チャットを閉じる', 'ltr'],
        ['zh-CN', '打开聊天', '关闭聊天', 'ltr'],
      ],
      3,
    ),
  )('named in the page’s language at once: %s', async (language, opening, closing, dir) => {
    const { page } = await open();
    await draw(page, { language });
    await page.getByRole('button', { name: opening, exact: true, expanded: false }).waitFor();
    const box = page.locator('service-launcher > div');
    expect(await box.getAttribute('lang')).toBe(language);
    expect(await box.getAttribute('dir')).toBe(dir);
    await act(page, (launcher) => launcher.setOpen(true, false));
    await page.getByRole('button', { name: closing, exact: true, expanded: true }).waitFor();
  });

  it('in the browser’s language where the page’s is not known, as the panel does', async () => {
    const { page } = await open();
    for (const language of [null, '', 'german!', 'tlh']) {
      await draw(page, { language });
      expect(await nameOf(page)).toBe('Open chat');
      await act(page, (launcher) => launcher.remove());
    }
  });

  it('that says what it opens, and whether it is open', async () => {
    const { page } = await open();
    await draw(page);
    expect(await launcherOf(page).getAttribute('aria-haspopup')).toBe('dialog');
    expect(await launcherOf(page).getAttribute('aria-expanded')).toBe('false');
    const closed = await launcherOf(page).locator('path').getAttribute('d');
    await act(page, (launcher) => launcher.setOpen(true, false));
    expect(await launcherOf(page).getAttribute('aria-expanded')).toBe('true');
    expect(await launcherOf(page).locator('path').getAttribute('d')).not.toBe(closed);
  });

  it('that a click, a key and a finger reach, each with its own call', async () => {
    const { page } = await open();
    await draw(page);
    await launcherOf(page).click();
    const clicked = await calls(page);
    expect([clicked[0], clicked.at(-1)]).toEqual(['near', 'click']);
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Tab');
    expect(await calls(page)).toEqual(['near']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await calls(page)).toEqual(['key', 'key']);

    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 1_236, y: 756 }] });
    await eventually(async () => expect(await calls(page)).toContain('near'));
    await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await eventually(async () => expect(await calls(page)).toContain('click'));
  });

  it('that Escape closes while it is open', async () => {
    const { page } = await open();
    await draw(page);
    await act(page, (launcher) => launcher.focus());
    await calls(page);
    await page.keyboard.press('Escape');
    expect(await calls(page)).toEqual([]);
    await act(page, (launcher) => launcher.setOpen(true, false));
    await page.keyboard.press('Escape');
    expect(await calls(page)).toEqual(['key']);
  });

  it('that takes the focus without scrolling the page', async () => {
    const { page } = await open('<div style="height:5000px"></div>');
    await draw(page);
    await page.evaluate(() => scrollTo(0, 1_000));
    await act(page, (launcher) => launcher.focus());
    expect(await launcherOf(page).evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(1_000);
  });

  it('that is neither shown nor reachable while the panel covers the page', async () => {
    const { page } = await open();
    await draw(page);
    await act(page, (launcher) => launcher.setOpen(true, true));
    expect(await launcherOf(page).isVisible()).toBe(false);
    await page.keyboard.press('Tab');
    expect(await calls(page)).toEqual([]);
    await act(page, (launcher) => launcher.setOpen(false, false));
    expect(await launcherOf(page).boundingBox()).toEqual(CORNER);
  });
});

describe('unread messages', () => {
  it('are in the name, which begins with what the button does, and in a badge', async () => {
    const { page } = await open();
    const badge = page.locator('service-launcher span');
    await draw(page, { unread: 2 });
    expect(await nameOf(page)).toBe('Open chat, 2 unread messages');
    expect(await badge.textContent()).toBe('2');
    expect(await badge.getAttribute('aria-hidden')).toBe('true');
    await act(page, (launcher) => launcher.setUnread(12));
    expect(await nameOf(page)).toBe('Open chat, 12 unread messages');
    expect(await badge.textContent()).toBe('9+');
    await act(page, (launcher) => launcher.setUnread(0));
    expect(await nameOf(page)).toBe('Open chat');
    expect(await badge.isVisible()).toBe(false);
  });

  it.each(
    dailyShare(
      [
        ['de', 'Chat öffnen, 1 ungelesene Nachricht'],
        ['ar', 'فتح المحادثة، رسالة واحدة غير مقروءة'],
        ['ja', 'チャットを開く、未読メッセージ1件'],
        ['zh-Hans', '打开聊天，1 条未读消息'],
      ],
      3,
    ),
  )('are counted as %s counts', async (language, name) => {
    const { page } = await open();
    await draw(page, { language, unread: 1 });
    expect(await nameOf(page)).toBe(name);
  });

  it('are announced once, when there are more than before', async () => {
    const { page } = await open();
    await draw(page, { unread: 2 });
    const status = page.locator('service-launcher [aria-live]');
    await page.evaluate(() => {
      const region = document.querySelector('service-launcher')?.shadowRoot?.querySelector('[aria-live]') as Node;
      const texts: (string | null)[] = [];
      Object.assign(window, { texts });
      new MutationObserver(() => texts.push(region.textContent)).observe(region, { childList: true });
    });
    for (const count of [2, 3, 3, 1, 2, 0]) await act(page, (launcher, now) => launcher.setUnread(now), count);
    expect(await page.evaluate(() => (window as unknown as { texts: string[] }).texts.filter(Boolean))).toEqual([
      '3 unread messages',
      '2 unread messages',
    ]);
    expect(await status.count()).toBe(1);
  });

  it('are not announced by the launcher while the panel is open, which announces them itself', async () => {
    const { page } = await open();
    await draw(page);
    await act(page, (launcher) => {
      launcher.setOpen(true, false);
      launcher.setUnread(1);
    });
    expect(await announced(page)).toBe('');
  });
});
