// @vitest-environment node
/** What opens the chat without a script of the page's, and what a page writes into the field. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { QUEUE_STUB } from '../../src/script-tag/queue-stub.js';
import {
  chatFrames,
  eventually,
  heardBy,
  html,
  inline,
  launcher,
  ready,
  type TestWindow,
  useSitePages,
} from './site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { tag, inboxTag, open } = pages;

/** What follows the page where there is no launcher. */
async function loaded(page: Page): Promise<void> {
  await eventually(() => expect(pages.web.asked.filter((path) => path.includes('.js?'))).toHaveLength(1));
  await page.waitForLoadState('networkidle');
}
const opened = (page: Page, times: number): Promise<void> =>
  eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(times));

describe('`data-service-open` on any element of the page opens the chat', () => {
  it.each([
    ['a button', '<button type="button" data-service-open>Ask us</button>'],
    ['what is inside of it', '<p data-service-open><b>Ask us</b></p>'],
    ['a link, which is not followed', '<a href="/contact" data-service-open="yes">Ask us</a>'],
    ['a button of a form, which is not sent', '<form action="/away"><button data-service-open>Ask us</button></form>'],
    [
      'an element in a shadow root',
      '<x-help></x-help><script>document.querySelector("x-help").attachShadow({ mode: "open" }).innerHTML = "<button data-service-open>Ask us</button>"</script>',
    ],
  ])('%s', async (_what, element) => {
    const { page } = await open(html(element + inboxTag('demo', 'data-prefetch="none"')));
    await launcher(page).waitFor();
    const { pathname } = new URL(page.url());
    expect(chatFrames(page)).toHaveLength(0);
    await page.getByText('Ask us').click();
    await ready(page);
    await opened(page, 1);
    expect(await heardBy(page, 'open')).toEqual([{ t: 'open', byVisitor: true }]);
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

  it('an element that is added later, by the keyboard too', async () => {
    const { page } = await open(html(tag()));
    await ready(page);
    await page.evaluate(() => {
      const added = Object.assign(document.createElement('button'), { textContent: 'Ask us' });
      added.dataset.serviceOpen = '';
      document.body.prepend(added);
      added.focus();
    });
    await page.keyboard.press('Enter');
    await opened(page, 1);
  });

  it.each(['embedded', 'prompt-input'])('in the mode `%s`', async (mode) => {
    const below = `<button data-service-open>Ask us</button><div style="height:9000px"></div><div id="chat-here"></div>`;
    const { page } = await open(
      html(`${below}${tag(`data-inbox-id="demo" data-mode="${mode}" data-container-id="chat-here"`)}`),
    );
    await loaded(page);
    expect(chatFrames(page)).toHaveLength(0);
    await page.getByText('Ask us').click();
    await ready(page);
    await opened(page, 1);
  });

  it.each(['embedded', 'prompt-input'])('one that is added later, in the mode `%s` far below', async (mode) => {
    const { page } = await open(
      html(`<main></main><div style="height:9000px"></div><div id="chat-here"></div>
        ${tag(`data-inbox-id="demo" data-mode="${mode}" data-container-id="chat-here"`)}`),
    );
    await loaded(page);
    await page.evaluate(() => {
      const added = Object.assign(document.createElement('a'), { href: '/contact', textContent: 'Ask us' });
      added.dataset.serviceOpen = '';
      document.querySelector('main')?.append(added);
    });
    const { pathname } = new URL(page.url());
    await page.getByText('Ask us').click();
    await ready(page);
    await opened(page, 1);
    expect(new URL(page.url()).pathname).toBe(pathname);
    await page.evaluate(() => window.ServiceWidget.destroy());
    await page.getByText('Ask us').click();
    await page.waitForURL('**/contact');
  });

  it('not any more when the chat was removed', async () => {
    const { page, warnings } = await open(html(`<button data-service-open>Ask us</button>${tag()}`));
    await ready(page);
    await page.evaluate(() => window.ServiceWidget.destroy());
    await page.getByText('Ask us').click();
    expect(chatFrames(page)).toHaveLength(0);
    expect(warnings).toEqual([]);
  });
});

describe('`#chat` in the page’s address opens, and never sends', () => {
  it('when the page is opened with it, without taking the focus', async () => {
    const { page } = await open(
      html(`<input aria-label="Search" autofocus>${inboxTag('demo', 'data-prefetch="none"')}`),
    );
    await launcher(page).waitFor();
    expect(chatFrames(page)).toHaveLength(0);
    await page.goto(`${page.url()}#chat`);
    await page.reload();
    await ready(page);
    await opened(page, 1);
    expect(await heardBy(page, 'open')).toEqual([{ t: 'open' }]);
    expect([await heardBy(page, 'send'), await heardBy(page, 'prefill')]).toEqual([[], []]);
  });

  it('when a link leads to it, each time; other ends of the address do nothing', async () => {
    const links = '<a href="#chat">Ask us</a> <a href="#chat=hello">One</a> <a href="#prices">Two</a>';
    const { page } = await open(html(links + tag()));
    await ready(page);
    await page.getByText('One').click();
    await page.getByText('Two').click();
    await page.getByText('Ask us').click();
    await page.getByText('Ask us').click();
    await opened(page, 2);
    await page.evaluate(() => {
      location.hash = 'chat';
    });
    await opened(page, 3);
    expect(await heardBy(page, 'send')).toEqual([]);
  });
});

describe('prefill(text)', () => {
  it('reaches the frame in order, makes it, and neither opens nor sends', async () => {
    const early = inline(`${QUEUE_STUB}ServiceWidget.prefill('About order 1042: ')`);
    const { page } = await open(html(early + inboxTag('demo', 'data-prefetch="none"')));
    await ready(page);
    await page.evaluate(() => window.ServiceWidget.prefill(''));
    await eventually(async () =>
      expect(await heardBy(page, 'prefill')).toEqual([
        { t: 'prefill', text: 'About order 1042: ' },
        { t: 'prefill', text: '' },
      ]),
    );
    expect([await heardBy(page, 'open'), await heardBy(page, 'send')]).toEqual([[], []]);
  });
});
