/** Signing out and withdrawing the consent leave nothing of the visitor in any tab of the widget, including one that is offline. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OfflineSwitch, offlineSwitch } from '../../support/browser/offline-tab.js';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import { storageOf } from '../../support/page-checks/personal-data-search.js';
import { LONG } from '../../support/runs/results.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';
import { CANARY, expectNotInHeap, type Global, NAME, SUBJECT, startChat } from './canary.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

describe('with three tabs, one of them offline', () => {
  /** Opens three tabs of one visitor; the third can be taken offline. `begin` agrees or identifies, in each tab. */
  async function threeTabs(begin: (page: Page) => Promise<void>, config: object = {}) {
    const visitor = await browser.newVisitor();
    const pages: Page[] = [];
    for (let n = 0; n < 3; n++) pages.push(await visitor.context.newPage());
    const [first, second, third] = pages as [Page, Page, Page];
    const wires = pages.map((page) => tapWire(page));
    let connection: OfflineSwitch | null = null;
    for (const page of [first, second, third]) {
      if (page === third) connection = offlineSwitch(third, site.proxy);
      // A tab in the background is painted late, and the browser discards clicks into a frame that has just appeared.
      await page.bringToFront();
      await startChat(site, page, { inboxId: 'demo', ...config });
      await chatOn(page).openButton.click();
      await begin(page);
      await chatOn(page).composer.waitFor();
      if (page === first) await send(page, `the number of my order is ${CANARY}`);
      await expect.poll(() => isShown(page)).toBe(true);
    }
    const tokens = wires.flatMap((wire) => wire.all('welcome').map(({ session }) => session));
    expect(tokens.length).toBeGreaterThanOrEqual(3);
    const wire = wires[2] as Wire;
    /** The frames on the third tab's sockets from now on. */
    const recordFrames = (): (() => readonly string[]) => {
      const [sent, received] = [wire.sent.length, wire.received.length];
      return () => [...wire.sent.slice(sent), ...wire.received.slice(received)].map((frame) => JSON.stringify(frame));
    };
    const secrets = [CANARY, ...tokens];
    return { visitor, first, second, third, connection: connection as OfflineSwitch, recordFrames, secrets };
  }
  /** Searches outside the page: a search inside it would leave the text in its heap. */
  const isShown = async (page: Page): Promise<boolean> => (await frameOf(page).content()).includes(CANARY);
  const send = async (page: Page, text: string): Promise<void> => {
    await chatOn(page).composer.fill(text);
    await chatOn(page).composer.press('Enter');
  };
  const gone = (pages: readonly Page[]) =>
    expect.poll(async () => (await Promise.all(pages.map(isShown))).includes(true)).toBe(false);

  /** Expects no secret in any tab. `page` is the tab that was offline, and `frames` those on its sockets since. */
  async function expectNothingLeft(
    visitor: Visitor,
    page: Page,
    frames: readonly string[],
    secrets: readonly string[],
  ): Promise<void> {
    const stored = await storageOf(visitor);
    // The browser frees the old content of a hidden tab only when it paints the tab again, so show each tab.
    for (const each of visitor.context.pages()) {
      await each.bringToFront();
      for (const frame of each.frames())
        await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    for (const document of [page, frameOf(page)]) await expectNotInHeap(visitor, document, secrets);
    for (const secret of secrets) {
      for (const each of visitor.context.pages())
        for (const frame of each.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(stored, 'storage').not.toContain(secret);
      expect(frames.join('\n'), 'frames').not.toContain(secret);
    }
  }

  it.runIf(LONG)(
    'P6: a consent withdrawn in another tab leaves nothing in the offline tab, before and after it is online again',
    async () => {
      let agreed = false;
      const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs(
        async (page) => {
          if (!agreed)
            await page
              .frameLocator('iframe[src*="/widget/"]')
              .getByRole('button', { name: 'Agree and continue' })
              .click();
          agreed = true;
        },
        { requireConsent: true },
      );
      await connection.goOffline();
      const frames = recordFrames();
      const frame = first.frameLocator('iframe[src*="/widget/"]');
      await frame.getByRole('button', { name: 'Menu', exact: true }).click();
      await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
      await gone([first, second, third]);
      await expectNothingLeft(visitor, third, frames(), secrets);
      await connection.goOnline();
      await third.bringToFront();
      await third.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Agree and continue' }).waitFor();
      await expectNothingLeft(visitor, third, frames(), secrets);
      // It may ping its old connection, but it opens none.
      expect(frames().filter((frame) => !frame.includes('"t":"ping"'))).toEqual([]);
    },
  );

  it('S6: a sign-out in another tab leaves nothing in the offline tab, before and after it is online again', async () => {
    let left = false;
    const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs((page) =>
      identifyVisitor(page, SUBJECT, NAME, () => left),
    );
    await connection.goOffline();
    const frames = recordFrames();
    left = true;
    await first.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await expectNothingLeft(visitor, third, frames(), secrets);
    await connection.goOnline();
    await third.bringToFront();
    await send(third, 'hello from the next one');
    await expect.poll(() => frames().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, frames(), secrets);
  });

  it('S6: a sign-out in the offline tab leaves nothing in it or in the others', async () => {
    let left = false;
    const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs((page) =>
      identifyVisitor(page, SUBJECT, NAME, () => left),
    );
    await connection.goOffline();
    const frames = recordFrames();
    left = true;
    await third.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await connection.goOnline();
    await third.bringToFront();
    await send(third, 'hello from the next one');
    await expect.poll(() => frames().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, frames(), secrets);
  });
});

describe('an identified visitor who is offline and whose deferred chunk failed to load', () => {
  it('P6: withdraws the consent at once, and the server gets it when it can be reached', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    let aborted = 0;
    await page.route(/\/assets\/deferred-/, (route) => {
      aborted += 1;
      return route.abort();
    });
    const wire = tapWire(page);
    const connection = offlineSwitch(page, site.proxy);
    await startChat(site, page, { inboxId: 'demo', requireConsent: true });
    await page.evaluate(() =>
      (window as unknown as { ServiceWidget: Global }).ServiceWidget.on?.(
        'connection',
        ({ state }: { state: string }) => Object.assign(window, { connection: state }),
      ),
    );
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await chat.openButton.click();
    await identifyVisitor(page, SUBJECT, NAME);
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.send(`the number of my order is ${CANARY}`);
    await chat.arrived(`the number of my order is ${CANARY}`);
    expect(aborted).toBeGreaterThan(0);
    const { conversation, session } = wire.all('welcome').at(-1) as { conversation: string; session: string };

    await connection.goOffline();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'connection'))).toBe('offline');
    await frame.getByRole('button', { name: 'Menu', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
    await frame.getByText('You have withdrawn your consent.').waitFor();
    expect(await frameOf(page).content()).not.toContain(CANARY);
    expect(await storageOf(visitor)).not.toContain(session);

    await page.unroute(/\/assets\/deferred-/);
    await connection.goOnline();
    await expect
      .poll(async () => (await inboxApi(site.service, `/${conversation}`)) as object)
      .toMatchObject({ conversation: { handler: 'closed' } });
    expect(await frameOf(page).content()).not.toContain(CANARY);
  });
});
