/**
 * The browser's own agent uses functions of a page through WebMCP, which this browser supports behind a flag. It only gets the
 * functions that the page exposes to it, and a function that needs confirmation asks the visitor in the chat.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

interface Agent {
  getTools(): Promise<
    readonly { readonly name: string; readonly annotations?: object; readonly inputSchema?: object }[]
  >;
  executeTool(tool: object, input: object, options?: { signal: AbortSignal }): Promise<string>;
}
interface ShopWindow {
  readonly ServiceWidget: { init(config: object): void; destroy(): void; registerTool(tool: object): () => void };
  readonly called: string[];
  answer?: Promise<unknown>;
  stop?: AbortController;
  takeBack?: () => void;
}

/** A page with three functions, two of which the browser's agent may use. */
async function page(): Promise<{ page: Page; visitor: Visitor }> {
  const visitor = await browser.newVisitor({ features: ['WebMCP'] });
  const opened = await visitor.visit(site.barePage);
  await opened.evaluate(() => {
    const shop = window as unknown as ShopWindow & { called: string[] };
    shop.called = [];
    const parameters = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] };
    const handler = (name: string) => (args: { order: string }, context: { source: string; confirmedBy: string }) => {
      shop.called.push(`${name} ${args.order} for ${context.source}, confirmed by ${context.confirmedBy}`);
      if (args.order === 'A-9') throw new Error('There is no such order.');
      return { order: args.order, done: true };
    };
    const [status, cancel, secret] = ['order_status', 'cancel_order', 'secret'].map((name) => ({
      name,
      description: `Does ${name}.`,
      parameters,
      handler: handler(name),
    }));
    shop.ServiceWidget.init({
      inboxId: 'demo',
      tools: [
        { ...status, effects: 'read', webmcp: { untrustedContent: true } },
        {
          ...cancel,
          title: 'Cancel an order',
          webmcp: true,
          confirm: ({ order }: { order: string }) => ({ title: `Cancel ${order}?`, danger: true }),
        },
        { ...secret, effects: 'read' },
      ],
    });
  });
  await expect.poll(() => toolsOn(opened)).toHaveLength(2);
  return { page: opened, visitor };
}

const toolsOn = (on: Page) =>
  on.evaluate(async () => {
    const { modelContext } = document as unknown as { modelContext: Agent };
    return (await modelContext.getTools()).map(({ name, annotations }) => ({ name, annotations }));
  });

/** Calls a function as the browser's agent does. Does not wait for the result, because the visitor may have to confirm first. */
const use = (on: Page, name: string, order: unknown): Promise<void> =>
  on.evaluate(
    async ([name, order]) => {
      const { modelContext } = document as unknown as { modelContext: Agent };
      const shop = window as unknown as ShopWindow;
      const tool = (await modelContext.getTools()).find((each) => each.name === name);
      shop.stop = new AbortController();
      shop.answer = modelContext.executeTool(tool as object, { order }, { signal: shop.stop.signal }).then(
        (text) => JSON.parse(text),
        (error) => String(error),
      );
    },
    [name, order] as const,
  );
const answerOn = (on: Page) => on.evaluate(() => (window as unknown as ShopWindow).answer) as Promise<object>;
const calledOn = (on: Page) => on.evaluate(() => (window as unknown as ShopWindow).called);
const card = (on: Page) => on.frameLocator('iframe[src*="/widget/"]').getByRole('alertdialog');

describe('the browser’s own agent', () => {
  it('has only the functions that the page exposes to it, with their annotations', async () => {
    const { page: on } = await page();
    expect(await toolsOn(on)).toEqual([
      {
        name: 'cancel_order',
        annotations: expect.objectContaining({ readOnlyHint: false, consequentialHint: true }),
      },
      {
        name: 'order_status',
        annotations: expect.objectContaining({ readOnlyHint: true, untrustedContentHint: true }),
      },
    ]);
  });

  it('calls a read-only function without confirmation, and gets its errors', async () => {
    const { page: on, visitor } = await page();
    await use(on, 'order_status', 'A-1');
    expect(await answerOn(on)).toEqual({ order: 'A-1', done: true });
    await use(on, 'order_status', 5);
    expect(await answerOn(on)).toMatchObject({ error: { code: 'invalid_arguments', outcome: 'not_started' } });
    await use(on, 'order_status', 'A-9');
    expect(await answerOn(on)).toMatchObject({ error: { code: 'handler_error', message: 'There is no such order.' } });
    expect(await calledOn(on)).toEqual([
      'order_status A-1 for browser, confirmed by none',
      'order_status A-9 for browser, confirmed by none',
    ]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits until the visitor confirms in the chat, which opens for that', async () => {
    const { page: on, visitor } = await page();
    await use(on, 'cancel_order', 'A-2');
    await card(on).waitFor();
    await card(on).getByText('Cancel A-2?').first().waitFor();
    expect(await calledOn(on)).toEqual([]);
    await card(on).getByRole('button', { name: 'Confirm', exact: true }).click();
    expect(await answerOn(on)).toEqual({ order: 'A-2', done: true });
    expect(await calledOn(on)).toEqual(['cancel_order A-2 for browser, confirmed by user']);
    await chatOn(on).transcript.getByText('Done').waitFor();
    expect(visitor.exceptions).toEqual([]);
  });

  it('gets the error `denied` when the visitor declines, and nothing is done', async () => {
    const { page: on } = await page();
    await use(on, 'cancel_order', 'A-3');
    await card(on).getByRole('button', { name: 'No', exact: true }).click();
    expect(await answerOn(on)).toMatchObject({ error: { code: 'denied', outcome: 'not_started' } });
    expect(await calledOn(on)).toEqual([]);
  });

  it('removes the confirmation when it aborts the call', async () => {
    const { page: on } = await page();
    await use(on, 'cancel_order', 'A-4');
    await card(on).waitFor();
    await on.evaluate(() => (window as unknown as ShopWindow).stop?.abort());
    await expect.poll(() => card(on).count()).toBe(0);
    expect(await answerOn(on)).toBeTypeOf('string');
    expect(await calledOn(on)).toEqual([]);
  });

  it('gets functions that are registered later, and has none when the chat is removed', async () => {
    const { page: on } = await page();
    await on.evaluate(() => {
      const shop = window as unknown as ShopWindow;
      const tool = { name: 'later', description: 'Later.', effects: 'read', webmcp: true, handler: () => 1 };
      shop.takeBack = shop.ServiceWidget.registerTool(tool);
    });
    await expect.poll(() => toolsOn(on)).toHaveLength(3);
    await on.evaluate(() => (window as unknown as ShopWindow).takeBack?.());
    await expect.poll(() => toolsOn(on)).toHaveLength(2);
    await on.evaluate(() => (window as unknown as ShopWindow).ServiceWidget.destroy());
    await expect.poll(() => toolsOn(on)).toHaveLength(0);
  });
});
