// @vitest-environment node
/** A chat that can’t start says why, and changes nothing on the page. */
import { describe, expect, it } from 'vitest';
import { servePage } from '../../../../../test/support/sites/serve-page.js';
import { QUEUE_STUB } from '../../../src/script-tag/queue-stub.js';
import {
  chatFrames,
  eventually,
  heardBy,
  html,
  inline,
  ready,
  record,
  say,
  seen,
  type TestWindow,
  useSitePages,
} from '../site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { tag, open } = pages;

describe('a chat that can’t start reports the reason, once, and changes nothing on the page', () => {
  it.each([
    ['the page’s policy blocks the frame', 'demo', () => `frame-src 'self'`],
    ['the server refuses the page’s origin', 'refused', () => null],
    ['the document is not ours', 'silent', () => null],
  ])('when %s', async (_why, inbox, policy) => {
    const value = policy();
    const content = html(`${inline(QUEUE_STUB + record('error'))}<h1>Shop</h1>${tag(`data-inbox-id="${inbox}"`)}`);
    const { page, warnings, exceptions } = await open(content, value ? { 'Content-Security-Policy': value } : {});
    await page.waitForFunction(() => window.seen?.length);
    expect(await seen(page)).toEqual([{ code: 'frame_unreachable', message: expect.any(String) }]);
    expect(warnings).toHaveLength(1);
    for (const part of [pages.web.site, inbox, `frame-src ${pages.web.chat}`]) expect(warnings[0]).toContain(part);
    expect(await page.locator('iframe').isVisible()).toBe(false);
    expect(exceptions).toEqual([]);
  });

  it('when script and server have no version in common: both are named and the frame is gone', async () => {
    const { page, warnings } = await open(html(tag('data-inbox-id="future"')));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toMatch(/protocol_unsupported.*Script: 1\. Server: 98, 99\./);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('F7: when the page is a sandboxed frame without an origin', async () => {
    const inner = pages.web.publish('/inner', { html: html(tag()) });
    const { page, warnings } = await open(html(`<iframe sandbox="allow-scripts" src="${inner}"></iframe>`));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain('unsupported_origin');
    expect(chatFrames(page)).toEqual([]);
  });

  it('when another site shows the page in a frame: diagnose() names that site first', async () => {
    const inner = pages.web.publish('/inner', { html: html(tag('data-inbox-id="refused"')) });
    const { page } = await open(html(''));
    const outer = await servePage(() => html(`<iframe src="${inner}"></iframe>`));
    await page.goto(outer.url);
    const frame = page.frames().find((each) => each.url() === inner);
    await frame?.waitForFunction(() => window.ServiceWidget?.version);
    const findings = await frame?.evaluate(() => window.ServiceWidget.diagnose());
    expect(findings?.[0]).toMatchObject({
      code: 'page_framed',
      message: expect.stringMatching(`frame of ${new URL(outer.url).origin}.*${pages.web.site}`),
    });
    await outer.close();
  });

  it('F13: when the server is the page’s own origin, or the container is missing, or init is missing', async () => {
    const { page, warnings } = await open(html(tag('')));
    await page.waitForFunction(() => window.ServiceWidget);
    await page.evaluate(() => {
      window.ServiceWidget.init({ inboxId: 'demo', baseUrl: location.origin });
      window.ServiceWidget.init({ inboxId: 'demo', containerId: 'nowhere' });
      window.ServiceWidget.open();
    });
    await eventually(() => expect(warnings).toHaveLength(3));
    expect(warnings.map((line) => line.split(':')[0]?.split(' ')[1])).toEqual([
      'insecure_self_host',
      'container_missing',
      'not_initialised',
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('when a function gets an invalid argument: nothing is thrown', async () => {
    const { page } = await open(html(inline(QUEUE_STUB + record('error')) + tag()));
    await ready(page);
    await page.evaluate(() => {
      const any = window.ServiceWidget as unknown as Record<string, (...args: unknown[]) => unknown>;
      any.sendMessage?.(42);
      any.sendMessage?.('x'.repeat(8_001));
      any.updateContext?.(null);
      any.updateContext?.({
        get name(): never {
          throw new Error('trap');
        },
      });
      any.setQuestions?.('one');
      any.updateColorScheme?.('pink');
      any.prefill?.(42);
      any.on?.('open', 'not a function');
      any.init?.({ inboxId: 'other' });
    });
    const codes = (await seen(page)).map((error) => (error as { code: string }).code);
    expect(codes).toEqual([...Array(8).fill('call_invalid'), 'already_initialised']);
    expect(await heardBy(page, 'send')).toEqual([]);
    expect(await heardBy(page, 'prefill')).toEqual([]);
  });

  it('when an event doesn’t exist: it is ignored, with one line on the console and no error', async () => {
    const subscribe = inline(
      `${QUEUE_STUB}${record('error')}['nope', 'nope', 'chat:open'].forEach((name) => ServiceWidget.on(name, () => 1))`,
    );
    const { page, warnings } = await open(html(subscribe + tag()));
    await ready(page);
    await eventually(() => expect(warnings).toHaveLength(2));
    await say(page, { t: 'event', name: 'unread', detail: { count: 1 } });
    await page.evaluate(() =>
      (window.ServiceWidget as unknown as { on(name: string, f: () => void): void }).on('later', () => undefined),
    );
    await say(page, { t: 'event', name: 'unread', detail: { count: 0 } });
    await eventually(() => expect(warnings).toHaveLength(3));
    expect(warnings.map((line) => /"(.*)"/.exec(line)?.[1])).toEqual(['nope', 'chat:open', 'later']);
    expect(await seen(page)).toEqual([]);
  });
});
