/**
 * W14: every text of the inbox and of the operator's messages is as long as allowed and hard to process: names, titles,
 * questions, hours, labels, sources, file names. The chat opens and works, and nothing overflows.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboxFileSchema, partsSchema } from '@service/protocol/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf, launcherOf } from '../../support/chat/chat.js';
import { dailyShare } from '../../support/runs/daily.js';
import { freePort } from '../../support/server/free-port.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { Service } from '../../support/server/start-service.js';
import { servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';
import { shapesOf, withText } from '../../support/wire/schema-shapes.js';
import { LENGTHS, slowTexts } from '../../support/wire/slow-texts.js';

const browser = useBrowser();
/** Settings that no visitor sees, or that would require another server. */
const EXCLUDED = new Set(['httpAgent', 'identity', 'tools', 'budget', 'allowedOrigins', 'linkHosts', 'synonyms']);

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
let page: Awaited<ReturnType<typeof servePage>>;

/** The settings of an inbox in which every visible text is `slow`, cut to the field's limit. */
function settingsOf(plain: object, slow: (length: number) => string): object {
  let settings = plain as Record<string, unknown>;
  for (const { example, texts } of shapesOf(inboxFileSchema))
    for (const { path } of texts) {
      const [field] = path;
      if (typeof field !== 'string' || EXCLUDED.has(field)) continue;
      for (const length of LENGTHS) {
        const filled = withText(example, path, slow(length)) as unknown as Record<string, unknown>;
        const given = settings[field];
        const both = typeof given === 'object' && given !== null && !Array.isArray(given);
        const candidate = {
          ...settings,
          [field]: both ? { ...(given as object), ...(filled[field] as object) } : filled[field],
        };
        if (!inboxFileSchema.safeParse(candidate).success) continue;
        settings = candidate as typeof settings;
        break;
      }
    }
  return settings;
}

/** One of each type of message part, with only such texts in it. */
function partsOf(slow: (length: number) => string): readonly object[] {
  const found = new Map<string, object>();
  for (const { example, texts } of shapesOf(partsSchema)) {
    let filled = example;
    for (const { path } of texts)
      for (const length of LENGTHS) {
        const candidate = withText(filled, path, slow(length));
        if (!partsSchema.safeParse(candidate).success) continue;
        filled = candidate;
        break;
      }
    const [part] = filled as unknown as readonly { type: string }[];
    if (part && partsSchema.safeParse([part]).success) found.set(part.type, part);
  }
  return [...found.values()];
}

const kinds = slowTexts(8_000).map((_, at) => at);
let kind = 0;
const slow = (length: number): string => slowTexts(length)[kind] as string;

beforeAll(async () => {
  const port = await freePort();
  inboxes = inboxesFor([`http://localhost:${port}`]);
  service = await Service.start({ inboxDir: inboxes.folder });
  page = await servePage(
    `<!doctype html><html lang="en"><head><title>Long</title><meta name="viewport" content="width=device-width, initial-scale=1"></head><body><script src="${service.origin}/embed/v1.js"></script></body></html>`,
    port,
  );
});
afterAll(async () => {
  await page?.close();
  await service?.dispose();
  inboxes?.remove();
});

/** No element's content is wider than the element. */
async function expectNoOverflow(tab: Page): Promise<void> {
  const wide = await frameOf(tab).evaluate(() =>
    [...document.querySelectorAll('[role="log"], header, form, [role="dialog"], footer')].flatMap((element) =>
      element.scrollWidth > element.clientWidth + 1 ? [`${element.tagName} ${element.className}`] : [],
    ),
  );
  expect(wide).toEqual([]);
}

// One of each kind: no line break opportunity, too many of them, stacked combining marks, surrogate pairs.
it.each(
  dailyShare(
    kinds.filter((at) => [0, 1, 5, 9, 16, 17, 19].includes(at)),
    3,
  ),
)('W14: nothing overflows with text %i in every field', async (at) => {
  kind = at;
  const file = join(inboxes.folder, 'plain/inbox.json');
  const before = JSON.parse(readFileSync(file, 'utf8')) as { allowedOrigins: string[] };
  const settings = settingsOf({ name: 'Plain', allowedOrigins: before.allowedOrigins, people: {} }, slow);
  expect(Object.keys(settings).length).toBeGreaterThan(8);
  writeFileSync(file, JSON.stringify({ ...settings, requireConsent: false }));
  const visitor = await browser.newVisitor();
  const tab = await visitor.context.newPage();
  // Before the navigation: the socket may open before the first message.
  const wire = tapWire(tab);
  await tab.setViewportSize({ width: 390, height: 780 });
  // Until the server has reloaded its files.
  await expect
    .poll(
      async () =>
        (
          await (
            await fetch(`${service.origin}/v1/inboxes/plain`, { headers: { origin: page.url.slice(0, -1) } })
          ).json()
        ).name,
    )
    .toBe((settings as { name: string }).name);
  await tab.goto(page.url);
  await tab.evaluate(
    () =>
      void (window as unknown as { ServiceWidget: { init(config: object): void } }).ServiceWidget.init({
        inboxId: 'plain',
      }),
  );
  const frame = tab.frameLocator('iframe[src*="/widget/"]');
  await launcherOf(tab).click();
  const composer = frame.getByRole('textbox').last();
  await composer.waitFor();
  await expectNoOverflow(tab);
  await composer.fill(slow(4_000).trim() || 'x');
  await composer.press('Enter');
  await expect.poll(() => wire.all('welcome').length).toBeGreaterThan(0);
  const conversation = wire.all('welcome')[0]?.conversation as string;
  await expect.poll(() => frame.locator('.own-bubble').count()).toBeGreaterThan(0);
  const name = slow(80).replace(/\s+/g, ' ').trim() || 'Ingrid';
  for (const [n, part] of partsOf(slow).entries())
    await inboxApi(service, `/${conversation}/messages`, {
      clientId: `desk-${at}-part-${n}`,
      name,
      text: slow(2_000),
      parts: [part],
    });
  await expect.poll(() => frame.getByRole('form').count()).toBe(1);
  await expectNoOverflow(tab);
  expect(visitor.exceptions).toEqual([]);
  expect(await chatOn(tab).panel.isVisible()).toBe(true);
});
