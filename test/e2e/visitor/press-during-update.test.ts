/** A control in the conversation keeps its place while the pointer is pressed on it, although a message arrives. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

describe('a button pressed in the conversation', () => {
  it('stays in its place until it is released, and then the end is in view again', async () => {
    const { visitor, page, frame, conversation } = await waitingVisitor(browser, site, 'do you sell kites?');

    const thumb = frame.getByRole('button', { name: 'Good answer' });
    await thumb.scrollIntoViewIfNeeded();
    // Wait until the conversation is scrolled to its end.
    const log = frame.locator('.transcript');
    const fromEnd = () =>
      log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
    await expect.poll(fromEnd).toBeLessThan(2);
    await thumb.hover();
    await page.mouse.down();
    const pressedAt = await thumb.boundingBox();
    const text = Array.from({ length: 12 }, (_, i) => `Line ${i + 1} of what Ingrid has to say.`).join('\n\n');
    await inboxApi(site.service, `/${conversation}/messages`, { clientId: 'desk-0001', name: 'Ingrid', text });
    await log.getByText('Line 12 of what Ingrid').waitFor();
    expect(await thumb.boundingBox()).toEqual(pressedAt);
    await page.mouse.up();

    await frame.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    expect([visitor.consoleErrors, visitor.exceptions]).toEqual([[], []]);
  });
});
