/** Whoever presses something in the conversation gets what they pressed, though a message comes before they let go. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { askForPerson } from '../../support/chat/ask-for-person.js';
import { chatOn } from '../../support/chat/chat.js';
import { desk } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('what is pressed in the conversation', () => {
  it('stays where it is until it is let go, and then the end is in view again', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[title="Chat"]');
    await chat.open();
    await chat.send('do you sell kites?');
    const waiting = await askForPerson(site.service, frame);

    const thumb = frame.getByRole('button', { name: 'Good answer' });
    await thumb.scrollIntoViewIfNeeded();
    // With nothing below it that could still come, the conversation is at its end.
    const log = frame.locator('.transcript');
    const fromEnd = () =>
      log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
    await expect.poll(fromEnd).toBeLessThan(2);
    await thumb.hover();
    await page.mouse.down();
    const pressedAt = await thumb.boundingBox();
    const text = Array.from({ length: 12 }, (_, i) => `Line ${i + 1} of what Ingrid has to say.`).join('\n\n');
    await desk(site.service, `/${waiting}/messages`, { clientId: 'desk-0001', name: 'Ingrid', text });
    await log.getByText('Line 12 of what Ingrid').waitFor();
    expect(await thumb.boundingBox()).toEqual(pressedAt);
    await page.mouse.up();

    await frame.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);
    expect([visitor.complaints, visitor.exceptions]).toEqual([[], []]);
  });
});
