// @vitest-environment node
/** Dialogs and full screens that are removed, or closed in another order, with the open chat in them. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually, heardBy, html, launcher, ready, shape, useSitePages } from '../../site-pages.js';

const pages = useSitePages();
const dialog = (id: string): string =>
  `<dialog id="${id}"><button onclick="ServiceWidget.open()">Chat ${id}</button></dialog>`;
const parentOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const parent = document.querySelector('iframe')?.parentElement;
    return parent?.id || parent?.tagName;
  });

/** Opens the chat by the page's own button, which is in the dialog or full screen. */
async function openIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await eventually(async () => expect(await heardBy(page, 'open')).not.toEqual([]));
  await shape(page, 'panel');
}

async function start(body: string): Promise<Page> {
  const { page } = await pages.open(html(`<main><section>${body}</section></main>${pages.inboxTag()}`));
  await ready(page);
  return page;
}

/** It begins anew beside the body, and is open again. */
async function expectBack(page: Page): Promise<void> {
  await eventually(async () => expect(await parentOf(page)).toBe('HTML'));
  await ready(page);
  await eventually(async () => expect(await heardBy(page, 'open')).not.toEqual([]));
  await shape(page, 'panel');
  await page.getByRole('button', { name: 'Close chat' }).waitFor();
  await page.locator('iframe').waitFor({ state: 'visible' });
}

describe('an open chat', () => {
  it('is back when the dialog that it is in is removed', async () => {
    const page = await start(dialog('d'));
    await page.evaluate(() => (document.querySelector('#d') as HTMLDialogElement).showModal());
    await openIn(page, 'Chat d');
    expect(await parentOf(page)).toBe('d');
    await page.evaluate(() => document.querySelector('section')?.remove());
    await expectBack(page);
  });

  it('is back when the full screen that it is in is removed', async () => {
    const page = await start(
      '<div id="d" style="background:#fff"><button onclick="d.requestFullscreen()">Full</button><button onclick="ServiceWidget.open()">Chat d</button></div>',
    );
    await page.getByRole('button', { name: 'Full' }).click();
    await page.waitForFunction(() => document.fullscreenElement);
    await openIn(page, 'Chat d');
    expect(await parentOf(page)).toBe('d');
    await page.evaluate(() => document.querySelector('#d')?.remove());
    await expectBack(page);
  });

  it('is in no closed dialog when the lower one of two is closed first', async () => {
    const page = await start(dialog('d') + dialog('e'));
    await page.evaluate(() => (document.querySelector('#d') as HTMLDialogElement).showModal());
    await openIn(page, 'Chat d');
    await page.evaluate(() => (document.querySelector('#e') as HTMLDialogElement).showModal());
    await openIn(page, 'Chat e');
    await eventually(async () => expect(await parentOf(page)).toBe('e'));
    await page.evaluate(() => (document.querySelector('#d') as HTMLDialogElement).close());
    await page.evaluate(() => (document.querySelector('#e') as HTMLDialogElement).close());
    await eventually(async () => expect(await parentOf(page)).toBe('HTML'));
    expect(await page.locator('iframe').isVisible()).toBe(true);
    expect(await launcher(page).isVisible()).toBe(true);
  });

  it('is in the lower one when the upper one is closed', async () => {
    const page = await start(dialog('d') + dialog('e'));
    await page.evaluate(() => {
      for (const id of ['#d', '#e']) (document.querySelector(id) as HTMLDialogElement).showModal();
    });
    await openIn(page, 'Chat e');
    expect(await parentOf(page)).toBe('e');
    await page.evaluate(() => (document.querySelector('#e') as HTMLDialogElement).close());
    await eventually(async () => expect(await parentOf(page)).toBe('d'));
    expect(await page.locator('iframe').isVisible()).toBe(true);
  });
});
