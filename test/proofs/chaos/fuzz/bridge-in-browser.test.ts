/**
 * The same messages in a real browser: a page that sends arbitrary messages to the widget's frame, and a frame that sends
 * them to the script in the page. Neither end throws, grows, or stops working. SEED=<number> replays; -t "to the frame" and
 * -t "to the page" run one of the two.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser, type Visitor } from '../../../support/browser/use-browser.js';
import { chatOn, frameOf } from '../../../support/chat/chat.js';
import { startChat } from '../../../support/chat/scripted-chat.js';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 3));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const MIB = 2 ** 20;

/** Installed in the page: generates messages and sends them for some seconds. */
interface Fuzz {
  /** Calls `send` with one message after the other. Returns their number. Messages of the types `except` are left out. */
  run(seed: number, seconds: number, except: readonly string[], send: (message: unknown) => void): Promise<number>;
}
declare global {
  interface Window {
    fuzz: Fuzz;
  }
}

const browser = useBrowser();
let site: Site;
let script: string;
beforeAll(async () => {
  site = await startSite();
  const source = ['../../../support/runs/seeded.ts', './bridge-messages.ts']
    .map((file) => readFileSync(resolve(import.meta.dirname, file), 'utf8').replace(/^import .*$/gm, ''))
    .join('\n')
    .replace(/^export /gm, '');
  const { code } = await transformWithOxc(source, 'fuzz.ts');
  script = `(() => { ${code}
    self.fuzz = { async run(seed, seconds, except, send) {
      const endsAt = performance.now() + seconds * 1000;
      let messages = 0;
      while (performance.now() < endsAt) {
        for (let burst = 0; burst < 50; burst++) {
          messages += 1;
          const message = hostileMessage(seededRandom(seed * 1000003 + messages));
          if (!except.includes(Object(message).t)) send(message);
        }
        await new Promise((done) => setTimeout(done));
      }
      return messages;
    } };
  })();`;
});
afterAll(async () => site?.dispose());

/** The bytes that a document's program holds after a forced collection of garbage. */
async function heapOf(visitor: Visitor, target: Page | Frame): Promise<number> {
  const session = await visitor.context.newCDPSession(target);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function begin(): Promise<{ visitor: Visitor; page: Page }> {
  console.log(`SEED=${SEED}`);
  const visitor = await browser.newVisitor();
  await visitor.context.addInitScript({ content: script });
  const page = await visitor.context.newPage();
  await page.goto(site.barePage);
  return { visitor, page };
}

type Which = 'to the frame' | 'to the page';

async function report(visitor: Visitor, which: Which, messages: number, before: number, after: number): Promise<void> {
  expect(visitor.exceptions).toEqual([]);
  expect(messages).toBeGreaterThan(100);
  expect(after, 'bytes held').toBeLessThan(before + 32 * MIB);
  const line = `${messages} messages ${which}; heap ${(before / MIB).toFixed(1)} → ${(after / MIB).toFixed(1)} MiB, 0 exceptions`;
  console.log(line);
  if (!LONG) return;
  saveResults(
    {
      name: `bridge-${which.split(' ').at(-1)}`,
      title: `Arbitrary messages over the bridge, ${which}`,
      command: `npm run test:long -- test/proofs/chaos/fuzz/bridge-in-browser -t "${which}"`,
      packages: ['preact'],
    },
    `In a real browser for ${SECONDS} s, seed ${SEED}.\n\n- ${line}`,
  );
}

describe(`${SECONDS} s of arbitrary messages over the bridge (seed ${SEED})`, () => {
  it('to the frame, from a page that is its own host: the chat still works', async () => {
    const { visitor, page } = await begin();
    // The page does the handshake itself, so that it can send messages that our script would not send.
    await page.evaluate(
      (origin) =>
        new Promise<void>((done) => {
          const frame = document.createElement('iframe');
          frame.title = 'Chat';
          frame.style.cssText = 'position:fixed;right:0;bottom:0;width:420px;height:640px';
          frame.src = `${origin}/widget/demo?o=${encodeURIComponent(location.origin)}&mode=chat-widget&scheme=light`;
          addEventListener('message', ({ data, source }) => {
            if (source !== frame.contentWindow || data?.t !== 'hello') return;
            const { port1, port2 } = new MessageChannel();
            Object.assign(window, { port: port1, chat: frame });
            port1.onmessage = ({ data }) => data?.t === 'ready' && done();
            const viewport = { width: innerWidth, height: innerHeight };
            const connect = { mark: data.mark, t: 'connect', nonce: data.nonce, version: 1, scheme: 'light', viewport };
            frame.contentWindow?.postMessage({ ...connect, config: { inboxId: 'demo' } }, origin, [port2]);
          });
          document.body.append(frame);
        }),
      site.service.origin,
    );
    const before = await heapOf(visitor, frameOf(page));
    const messages = await page.evaluate(
      ([seed, seconds]) => {
        const { port, chat } = window as unknown as { port: MessagePort; chat: HTMLIFrameElement };
        // Leave these out: the visitor's messages would fill the outbox, and a goodbye rightly ends the chat.
        return window.fuzz.run(seed, seconds, ['send', 'bye', 'logout', 'identify', 'toggle', 'close'], (message) => {
          port.postMessage(message);
          chat.contentWindow?.postMessage(message, '*');
        });
      },
      [SEED, SECONDS] as const,
    );
    await page.evaluate(() => (window as unknown as { port: MessagePort }).port.postMessage({ t: 'open' }));
    const chat = chatOn(page);
    await chat.send('how long does shipping take?');
    await chat.transcript
      .getByText(/Delivery times/)
      .first()
      .waitFor();
    await report(visitor, 'to the frame', messages, before, await heapOf(visitor, frameOf(page)));
  });

  it('to the page, from a frame that is not ours any more: the chat stays in place and the page unchanged', async () => {
    const { visitor, page } = await begin();
    await startChat(page, 'demo', []);
    await page.waitForFunction(() => window.ServiceWidget.isReady());
    const before = await heapOf(visitor, page);
    // The frame's own port is out of reach; another handshake gives a second one. A further hello would end that one.
    const frame = frameOf(page);
    const messages = await frame.evaluate(
      ([seed, seconds, host]) =>
        new Promise<number>((done, failed) => {
          const nonce = crypto.randomUUID();
          addEventListener('message', ({ data, ports: [port] }) => {
            if (data?.nonce !== nonce || !port) return;
            port.postMessage({ t: 'ready' });
            window.fuzz
              .run(seed, seconds, ['hello'], (message) => {
                port.postMessage(message);
                parent.postMessage(message, '*');
              })
              .then(done, failed);
          });
          parent.postMessage({ mark: 'service-widget', t: 'hello', nonce, versions: [1] }, host);
        }),
      [SEED, SECONDS, new URL(site.barePage).origin] as const,
    );
    // The page is unchanged, its script works, and there is one frame.
    await page.evaluate(() => window.ServiceWidget.open());
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(true);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(await page.evaluate(() => document.body.childElementCount)).toBeLessThan(10);
    await report(visitor, 'to the page', messages, before, await heapOf(visitor, page));
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
