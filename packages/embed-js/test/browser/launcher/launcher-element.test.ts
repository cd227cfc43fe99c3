// @vitest-environment node
/** A button of the page's own in place of the launcher, and what a removed launcher leaves. */
import { describe, expect, it } from 'vitest';
import { act, calls, draw, eventually, launcherOf, useLauncherPages } from './launcher-page.js';

const { open } = useLauncherPages();

describe('a button of the page’s own', () => {
  const BUTTON = '<button id="help" aria-expanded="mixed">Help</button>';

  it.each(['element', 'id'])('given by %s, is used in place of the launcher and has the states of one', async (by) => {
    const { page } = await open(BUTTON);
    await draw(page, by === 'id' ? { options: { element: 'help' } } : { elementId: 'help' });
    expect(await launcherOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Help', exact: true, expanded: false }).waitFor();
    expect(await page.locator('#help').getAttribute('aria-haspopup')).toBe('dialog');
    await act(page, (launcher) => launcher.setOpen(true, false));
    await page.getByRole('button', { name: 'Help', exact: true, expanded: true }).waitFor();
  });

  it('calls as the launcher does: for a pointer, the focus, a click and a key', async () => {
    const { page } = await open(BUTTON);
    await draw(page, { elementId: 'help' });
    await page.locator('#help').hover();
    expect(await calls(page)).toEqual(['near']);
    await act(page, (launcher) => launcher.focus());
    expect(await calls(page)).toEqual(['near']);
    expect(await page.locator('#help').evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await calls(page)).toEqual(['key']);
    await page.locator('#help').click();
    expect(await calls(page)).toEqual(['click']);
    await act(page, (launcher) => launcher.setOpen(true, false));
    await page.keyboard.press('Escape');
    expect(await calls(page)).toEqual(['key']);
  });

  it('may be a link to another way to write: it is not followed', async () => {
    const { page } = await open('<a id="help" href="/contact">Contact</a>');
    await draw(page, { options: { element: 'help' } });
    await page.locator('#help').click();
    expect(await calls(page)).toContain('click');
    expect(page.url()).not.toContain('/contact');
  });

  it('may come later, and may be replaced at any time', async () => {
    const { page } = await open();
    await draw(page, { options: { element: 'help' } });
    await act(page, (launcher) => launcher.setOpen(true, false));
    const render = (label: string): Promise<void> =>
      page.evaluate((text) => {
        document.getElementById('help')?.remove();
        const button = document.createElement('button');
        button.id = 'help';
        button.textContent = text;
        document.body.prepend(button);
      }, label);
    for (const label of ['One', 'Two']) {
      await render(label);
      await page.getByRole('button', { name: label, expanded: true }).click();
      expect(await calls(page)).toContain('click');
    }
  });

  it('covers nothing of the page with an empty box, and still announces messages', async () => {
    const { page } = await open(BUTTON);
    await draw(page, { elementId: 'help' });
    const hit = await page.evaluate(() => document.elementFromPoint(innerWidth - 44, innerHeight - 44)?.localName);
    expect(hit).not.toBe('service-launcher');
    await act(page, (launcher) => launcher.setUnread(2));
    await page.locator('service-launcher [aria-live]').filter({ hasText: '2 unread messages' }).waitFor();
    expect(await page.locator('#help').textContent()).toBe('Help');
  });
});

describe('a removed launcher', () => {
  it.each(['', 'help'])('leaves nothing on the page (own button: %j)', async (element) => {
    const { page } = await open('<button id="help" aria-expanded="mixed">Help</button><p>Text</p>');
    const before = await page.content();
    await draw(page, { unread: 1, options: { element, hideOn: ['/none/*'] } });
    await act(page, (launcher) => launcher.setOpen(true, false));
    expect(await page.content()).not.toBe(before);
    await act(page, (launcher) => launcher.remove());
    expect(await page.content()).toBe(before);
    await page.locator('#help').click();
    await page.evaluate(() => history.pushState(null, '', '/none/1'));
    expect(await calls(page)).toEqual([]);
    expect(await page.content()).toBe(before);
  });

  it('does not come back with a button of the page’s that comes later', async () => {
    const { page } = await open();
    await draw(page, { options: { element: 'help' } });
    await act(page, (launcher) => launcher.remove());
    await page.evaluate(() => {
      document.body.innerHTML = '<button id="help">Help</button>';
    });
    await page.locator('#help').click();
    expect(await calls(page)).toEqual([]);
    await eventually(async () => expect(await page.locator('#help').getAttribute('aria-expanded')).toBeNull());
  });
});
