/**
 * On a shared computer: somebody who is signed in writes, drafts, attaches, and leaves. What must be true, in whatever way the
 * chat stands on the page: nothing of them is left in memory, in storage, in any document or on the wire, in no tab, and a tab
 * without a network is no exception.
 */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutOff, cuttable } from '../../support/browser/offline-tab.js';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { beginOwnScreen, OWN_SCREEN, serveOwnScreen } from '../../support/chat/headless-page.js';
import {
  heapOf,
  objectUrlsOf,
  saidToTabs,
  storageOf,
  stringsWith,
  watchTraces,
} from '../../support/page-checks/personal-data-search.js';
import { desk } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';
import { identifyOn } from '../host-page/walks.js';

const CANARY = 'canary-7f3a9e51';
const SUBJECT = 'customer-of-canaries';
const NAME = 'Kim of the Canaries';

const browser = useBrowser();
let site: Site;
let picture: Buffer;
beforeAll(async () => {
  site = await startSite();
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
});
afterAll(async () => site?.dispose());

/** A way in which the chat stands on a page, and how it is used there. */
interface Standing {
  readonly name: string;
  /** Opens the page, without a visitor who is signed in. */
  enter(page: Page): Promise<void>;
  identify(page: Page): Promise<void>;
  /** Says this, with a picture of this name; resolves when both are shown and the server has them. */
  say(page: Page, text: string, file: string): Promise<void>;
  /** Leaves something unfinished behind: written and not sent, picked and not sent. */
  draft(page: Page, text: string, file: string): Promise<void>;
  logout(page: Page): Promise<void>;
  /** Somebody new says this. */
  begin(page: Page, text: string): Promise<void>;
  /** Programs that could remember something. */
  programs(page: Page): readonly (Page | Frame)[];
}

type Global = Record<string, (...args: unknown[]) => unknown>;
const start = async (page: Page, config: object): Promise<void> => {
  await page.goto(site.barePage);
  await page.evaluate(
    (config) => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.init?.(config),
    config,
  );
  await page.waitForFunction(() => window.ServiceWidget.isReady());
};
/** As the clipboard would hand it over. What is set into a file field stays in the hands of the tool that drives the browser. */
const pick = (page: Page, name: string): Promise<void> =>
  chatOn(page).composer.evaluate(
    (field, { name, base64 }) => {
      const clipboardData = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([content], name, { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, base64: picture.toString('base64') },
  );

/** The widget's two ways to stand; `ready`: until something can be written. */
const inFrame = (name: string, config: object, ready: (page: Page) => Promise<void>): Standing => ({
  name,
  async enter(page) {
    await start(page, { inboxId: 'demo', ...config });
    await ready(page);
  },
  identify: (page) => identifyOn(page, SUBJECT, NAME),
  async say(page, text, file) {
    const chat = chatOn(page);
    if (name === 'the line of prompt-input') {
      await chat.composer.fill('hello');
      await chat.composer.press('Enter');
      await chat.transcript.waitFor();
    }
    await chat.takesFiles();
    await pick(page, file);
    await page
      .frameLocator('iframe[title="Chat"]')
      .getByRole('list', { name: 'Files to send' })
      .getByText(file)
      .waitFor();
    await chat.send(text);
    await chat.arrived(text);
    const shown = chat.transcript.locator('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  },
  async draft(page, text, file) {
    await chatOn(page).takesFiles();
    await pick(page, file);
    await chatOn(page).composer.fill(text);
  },
  logout: (page) => page.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.()),
  async begin(page, text) {
    const chat = chatOn(page);
    await chat.composer.fill(text);
    await chat.composer.press('Enter');
    await chat.transcript.getByText(text, { exact: true }).first().waitFor();
  },
  programs: (page) => [page, frameOf(page)],
});

const STANDINGS: readonly Standing[] = [
  inFrame('the widget', {}, (page) => chatOn(page).open()),
  inFrame('the line of prompt-input', { mode: 'prompt-input' }, (page) => chatOn(page).composer.waitFor()),
  {
    name: 'a screen of one’s own',
    async enter(page) {
      await serveOwnScreen(page);
      await page.goto(site.barePage);
      // Into a page that came from this machine: one that came from nowhere may not speak to it.
      await page.setContent(OWN_SCREEN);
      await beginOwnScreen(page, { inboxId: 'demo', baseUrl: site.door.origin });
    },
    async identify(page) {
      await page.evaluate(() => {
        const client = Reflect.get(window, 'client') as ChatClient;
        Object.assign(window, { ServiceWidget: { identify: client.identify } });
      });
      await identifyOn(page, SUBJECT, NAME);
    },
    async say(page, text, file) {
      await page.evaluate(
        async ({ text, file, bytes }) => {
          const client = Reflect.get(window, 'client') as ChatClient;
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          client.sendMessage(text, [client.upload(new File([content], file, { type: 'image/png' }))]);
          while (!client.getState().timeline.some((each) => each.type === 'own' && each.seq !== null))
            await new Promise((again) => client.subscribe(() => again(null)));
        },
        { text, file, bytes: picture.toString('base64') },
      );
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    draft: (page, _text, file) =>
      page.evaluate(
        ({ file, bytes }) => {
          const client = Reflect.get(window, 'client') as ChatClient;
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          client.upload(new File([content], file, { type: 'image/png' }));
        },
        { file, bytes: picture.toString('base64') },
      ),
    logout: (page) => page.evaluate(() => (Reflect.get(window, 'client') as ChatClient).logout()),
    async begin(page, text) {
      await page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).sendMessage(text), text);
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    programs: (page) => [page],
  },
];

/** A browser may hold on to a text until it has drawn again, or has a moment to spare; a program that keeps it keeps it for good. */
async function expectForgotten(visitor: Visitor, program: Page | Frame, secrets: readonly string[]): Promise<void> {
  const kept = async (): Promise<readonly string[]> => {
    const heap = await heapOf(visitor, program);
    expect(heap.length).toBeGreaterThan(100_000);
    return secrets.flatMap((secret) => stringsWith(heap, secret));
  };
  await expect.poll(kept, { interval: 500, message: `memory of ${program.url()}` }).toEqual([]);
}

describe.each(STANDINGS)('after a visitor of $name has left a shared browser', (standing) => {
  it('nothing of them is in its memory, its storage, its documents, or on the wire', async () => {
    const visitor = await browser.newVisitor();
    await watchTraces(visitor);
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    const requests: string[] = [];
    visitor.context.on('request', (request) =>
      requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
    );
    await standing.enter(page);
    await standing.identify(page);
    await standing.say(page, `my card ends in ${CANARY}`, `bill-${CANARY}.png`);
    const uploaded = page.waitForResponse((response) => /\/v1\/uploads$/.test(response.url()));
    await standing.draft(page, `a draft with ${CANARY}`, `draft-${CANARY}.png`);
    // What is asked for while they are here is not asked for after they have left.
    await uploaded;
    const session = wire.all('welcome').at(-1)?.session ?? '';
    expect(session).toMatch(/^cws_/);
    // A search that finds nothing has to be one that could.
    const [chat] = standing.programs(page).slice(-1) as [Page | Frame];
    expect((await heapOf(visitor, chat)).includes(CANARY)).toBe(true);
    expect(await chat.content()).toContain(CANARY);

    const [heard, said, asked] = [wire.received.length, wire.sent.length, requests.length];
    await saidToTabs(visitor, true);
    await standing.logout(page);
    await expect.poll(() => chat.content()).not.toContain(CANARY);
    await standing.begin(page, 'hello from the next one');
    await expect.poll(() => JSON.stringify(wire.received.slice(heard)).includes('hello from the next one')).toBe(true);

    for (const secret of [CANARY, session, NAME, SUBJECT]) {
      for (const frame of page.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(await storageOf(visitor), 'storage').not.toContain(secret);
      expect(await saidToTabs(visitor), 'said to tabs').not.toContain(secret);
      expect(JSON.stringify(wire.received.slice(heard)), 'heard').not.toContain(secret);
      expect(JSON.stringify(wire.sent.slice(said)), 'said').not.toContain(secret);
      expect(requests.slice(asked).join('\n'), 'requests').not.toContain(secret);
    }
    expect(await objectUrlsOf(visitor), 'addresses of files in memory').toEqual([]);
    for (const program of standing.programs(page)) await expectForgotten(visitor, program, [CANARY, session]);
    expect(visitor.exceptions).toEqual([]);
  });
});

describe('of three tabs, one has no network', () => {
  /** Three tabs of one visitor, the third of which can be cut off; `begin` is what the first does to be somebody. */
  async function threeTabs(begin: (page: Page) => Promise<void>, config: object = {}) {
    const visitor = await browser.newVisitor();
    const pages: Page[] = [];
    for (let n = 0; n < 3; n++) pages.push(await visitor.context.newPage());
    const [first, second, third] = pages as [Page, Page, Page];
    const wires = pages.map((page) => tapWire(page));
    let line: CutOff | null = null;
    for (const page of [first, second, third]) {
      if (page === third) line = cuttable(third, site.door);
      await start(page, { inboxId: 'demo', ...config });
      await chatOn(page).openButton.click();
      await begin(page);
      await chatOn(page).composer.waitFor();
      if (page === first) await say(page, `the number of my order is ${CANARY}`);
      await expect.poll(() => isShown(page)).toBe(true);
    }
    const tokens = wires.flatMap((wire) => wire.all('welcome').map(({ session }) => session));
    expect(tokens.length).toBeGreaterThanOrEqual(3);
    const wire = wires[2] as Wire;
    /** What its sockets say and hear from now on. */
    const listen = (): (() => readonly string[]) => {
      const [said, heard] = [wire.sent.length, wire.received.length];
      return () => [...wire.sent.slice(said), ...wire.received.slice(heard)].map((frame) => JSON.stringify(frame));
    };
    return { visitor, first, second, third, line: line as CutOff, listen, secrets: [CANARY, ...tokens] };
  }
  /** Asked from outside: whoever looks for a text in the page keeps what was found there in the page's memory. */
  const isShown = async (page: Page): Promise<boolean> => (await frameOf(page).content()).includes(CANARY);
  const say = async (page: Page, text: string): Promise<void> => {
    await chatOn(page).composer.fill(text);
    await chatOn(page).composer.press('Enter');
  };
  const gone = (pages: readonly Page[]) =>
    expect.poll(async () => (await Promise.all(pages.map(isShown))).includes(true)).toBe(false);

  /** Nothing is left in any tab; `page` is the one that was away, and `spoken` what its sockets have said and heard since. */
  async function expectNothingLeft(
    visitor: Visitor,
    page: Page,
    spoken: readonly string[],
    secrets: readonly string[],
  ): Promise<void> {
    const kept = await storageOf(visitor);
    // What a hidden tab showed is let go when the browser draws it again, which it does when somebody looks.
    for (const each of visitor.context.pages()) {
      await each.bringToFront();
      for (const frame of each.frames())
        await frame.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
    for (const program of [page, frameOf(page)]) await expectForgotten(visitor, program, secrets);
    for (const secret of secrets) {
      for (const each of visitor.context.pages())
        for (const frame of each.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(kept, 'storage').not.toContain(secret);
      expect(spoken.join('\n'), 'on the wire').not.toContain(secret);
    }
  }

  it('P6: a consent that is taken back in another leaves nothing in it, before and after it comes back', async () => {
    let agreed = false;
    const { visitor, first, second, third, line, listen, secrets } = await threeTabs(
      async (page) => {
        if (!agreed)
          await page.frameLocator('iframe[title="Chat"]').getByRole('button', { name: 'Agree and continue' }).click();
        agreed = true;
      },
      { requireConsent: true },
    );
    await line.cut();
    const spoken = listen();
    const frame = first.frameLocator('iframe[title="Chat"]');
    await frame.getByRole('button', { name: 'Menu', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
    await gone([first, second, third]);
    await expectNothingLeft(visitor, third, spoken(), secrets);
    await line.mend();
    await third.bringToFront();
    await third.frameLocator('iframe[title="Chat"]').getByRole('button', { name: 'Agree and continue' }).waitFor();
    await expectNothingLeft(visitor, third, spoken(), secrets);
    // It may ask the connection that it had; it begins none.
    expect(spoken().filter((frame) => !frame.includes('"t":"ping"'))).toEqual([]);
  });

  it('S6: who logs out in another leaves nothing in it, before and after it comes back', async () => {
    let left = false;
    const { visitor, first, second, third, line, listen, secrets } = await threeTabs((page) =>
      identifyOn(page, SUBJECT, NAME, () => left),
    );
    await line.cut();
    const spoken = listen();
    left = true;
    await first.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await expectNothingLeft(visitor, third, spoken(), secrets);
    await line.mend();
    await third.bringToFront();
    await say(third, 'hello from the next one');
    await expect.poll(() => spoken().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, spoken(), secrets);
  });

  it('S6: who logs out in the very tab that has none leaves nothing in it, nor in the others', async () => {
    let left = false;
    const { visitor, first, second, third, line, listen, secrets } = await threeTabs((page) =>
      identifyOn(page, SUBJECT, NAME, () => left),
    );
    await line.cut();
    const spoken = listen();
    left = true;
    await third.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await line.mend();
    await third.bringToFront();
    await say(third, 'hello from the next one');
    await expect.poll(() => spoken().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, spoken(), secrets);
  });
});

describe('a visitor who is vouched for, without a network and without the parts that come late', () => {
  it('P6: takes the consent back at once, and the server hears of it when it can be reached', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    let late = 0;
    await page.route(/\/assets\/deferred-/, (route) => {
      late += 1;
      return route.abort();
    });
    const wire = tapWire(page);
    const line = cuttable(page, site.door);
    await start(page, { inboxId: 'demo', requireConsent: true });
    await page.evaluate(() =>
      (window as unknown as { ServiceWidget: Global }).ServiceWidget.on?.(
        'connection',
        ({ state }: { state: string }) => Object.assign(window, { connection: state }),
      ),
    );
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[title="Chat"]');
    await chat.openButton.click();
    await identifyOn(page, SUBJECT, NAME);
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.send(`the number of my order is ${CANARY}`);
    await chat.arrived(`the number of my order is ${CANARY}`);
    expect(late).toBeGreaterThan(0);
    const { conversation, session } = wire.all('welcome').at(-1) as { conversation: string; session: string };

    await line.cut();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'connection'))).toBe('offline');
    await frame.getByRole('button', { name: 'Menu', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
    await frame.getByText('You have withdrawn your consent.').waitFor();
    expect(await frameOf(page).content()).not.toContain(CANARY);
    expect(await storageOf(visitor)).not.toContain(session);

    await page.unroute(/\/assets\/deferred-/);
    await line.mend();
    await expect
      .poll(async () => (await desk(site.service, `/${conversation}`)) as object)
      .toMatchObject({ conversation: { handler: 'closed' } });
    expect(await frameOf(page).content()).not.toContain(CANARY);
  });
});

/** What a browser may lack that tabs could tell each other things by. */
const BROWSERS = [
  { name: 'any browser', lacks: () => undefined },
  {
    name: 'a browser without channels and locks',
    lacks: () => {
      Reflect.deleteProperty(window, 'BroadcastChannel');
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
    },
  },
];

describe.each(BROWSERS)('in two tabs of $name', ({ lacks }) => {
  const client = <T>(page: Page, ask: (client: ChatClient) => T): Promise<T> =>
    page.evaluate(
      ([ask]) =>
        (new Function('client', `return (${ask})(client)`) as (client: unknown) => T)(Reflect.get(window, 'client')),
      [String(ask)],
    );
  /** Handed over: what stands in a program stays in the memory of the page that has run it. */
  const write = (page: Page, text: string): Promise<void> =>
    page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).sendMessage(text), text);
  const shown = (page: Page) => page.locator('#screen').textContent();

  /** Screens of one's own, both live; the second one has no network any more. */
  async function twoScreens(
    options: object,
  ): Promise<{ visitor: Visitor; one: Page; other: Page; line: CutOff; wire: Wire }> {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(lacks);
    const [one, other] = [await visitor.context.newPage(), await visitor.context.newPage()];
    const wire = tapWire(other);
    let line: CutOff | null = null;
    for (const page of [one, other]) {
      await serveOwnScreen(page);
      await page.goto(site.barePage);
      await page.setContent(OWN_SCREEN);
      if (page === other) line = cuttable(page, site.door);
      await beginOwnScreen(page, { inboxId: 'demo', baseUrl: site.door.origin, ...options });
      await client(page, (client) => client.connect());
      if (page === one) await write(page, `my card ends in ${CANARY}`);
      await expect.poll(() => shown(page)).toContain(CANARY);
    }
    expect(await one.evaluate(() => 'BroadcastChannel' in window)).toBe(lacks === BROWSERS[0]?.lacks);
    await (line as CutOff).cut();
    await write(other, `not sent before ${CANARY}`);
    return { visitor, one, other, line: line as CutOff, wire };
  }
  const heapIn = async (visitor: Visitor, page: Page): Promise<readonly string[]> =>
    stringsWith(await heapOf(visitor, page), CANARY);

  it('P6: a consent that is taken back in one leaves nothing in the other, which has no network, and begins nothing there', async () => {
    const consent = { version: '1', textHash: 'a'.repeat(64), locale: 'en' };
    const { visitor, one, other, line, wire } = await twoScreens({ requireConsent: true, consent });
    await client(one, (client) => client.withdrawConsent());
    for (const page of [one, other]) await expect.poll(() => shown(page)).toBe('');
    // Before it has heard of it, it may well have tried to come back, in vain.
    const [said, sockets] = [wire.sent.length, wire.sockets.length];
    await expect.poll(() => storageOf(visitor)).not.toContain(CANARY);
    await line.mend();
    await other.bringToFront();
    await other.evaluate(() => window.dispatchEvent(new Event('online')));
    expect(await client(other, (client) => client.getState().consentNeeded)).toBe(true);
    await expect.poll(() => heapIn(visitor, other)).toEqual([]);
    // Meanwhile it could have come back: the other tab does, because it is asked to.
    await one.evaluate((consent) => {
      const client = Reflect.get(window, 'client') as ChatClient;
      client.consent(consent);
      client.sendMessage('hello from the next one');
    }, consent);
    await expect.poll(() => shown(one)).toContain('hello from the next one');
    expect(wire.sockets.length - sockets).toBe(0);
    expect(wire.sent.slice(said).filter(({ t }) => t !== 'ping')).toEqual([]);
    expect(await shown(other)).toBe('');
  });

  it('S6: who leaves in one, though nobody has vouched for them, leaves nothing in the other, which has no network', async () => {
    const { visitor, one, other, line, wire } = await twoScreens({});
    const said = wire.sent.length;
    await client(one, (client) => client.logout());
    for (const page of [one, other]) await expect.poll(() => shown(page)).toBe('');
    await line.mend();
    await other.bringToFront();
    await write(other, 'hello from the next one');
    await expect.poll(() => JSON.stringify(wire.sent.slice(said))).toContain('hello from the next one');
    await expect.poll(() => heapIn(visitor, other)).toEqual([]);
    expect(JSON.stringify(wire.sent.slice(said))).not.toContain(CANARY);
    expect(await storageOf(visitor)).not.toContain(CANARY);
  });

  it('S6: somebody else who signs in in one leaves nothing of the one before in the other', async () => {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(lacks);
    const [one, other] = [await visitor.context.newPage(), await visitor.context.newPage()];
    for (const page of [one, other]) {
      await start(page, { inboxId: 'demo' });
      await chatOn(page).openButton.click();
      await identifyOn(page, SUBJECT, NAME);
      await chatOn(page).composer.waitFor();
      if (page === one) await chatOn(page).send(`the number of my order is ${CANARY}`);
      await expect.poll(async () => (await frameOf(page).content()).includes(CANARY)).toBe(true);
    }
    // The site's own login has changed, and a third page is the first to know.
    const next = await visitor.context.newPage();
    await start(next, { inboxId: 'demo' });
    await chatOn(next).openButton.click();
    await identifyOn(next, 'somebody-else', 'Lee');
    await chatOn(next).send('hello from the next one');
    await chatOn(next).arrived('hello from the next one');
    await expect.poll(async () => (await frameOf(other).content()).includes(CANARY)).toBe(false);
    expect(await storageOf(visitor)).not.toMatch(new RegExp(`${CANARY}|${SUBJECT}|somebody-else`));
  });
});
