/** From the honest no to a person: the visitor asks for one, the person answers from the desk, and the visitor is told. */
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

describe('a visitor whom the articles can’t help', () => {
  it('asks for a person, is answered by one, and hears of it though the chat is closed', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[title="Chat"]');
    await chat.open();
    await chat.send('do you sell bicycles?');
    const waiting = await askForPerson(site.service, frame);
    await desk(site.service, `/${waiting}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    await frame.getByText('Ingrid joined').first().waitFor();
    await frame.getByText('You are talking to Ingrid').waitFor();

    await chat.closeButton.click();
    await chat.openButton.waitFor();
    await desk(site.service, `/${waiting}/messages`, {
      clientId: 'desk-0002',
      name: 'Ingrid',
      text: 'Not yet, but we repair them.',
    });
    await frame.locator('#unread').getByText('1').waitFor();
    await expect.poll(() => chat.openButton.getAttribute('aria-description')).toBe('1 unread message');

    await chat.openButton.click();
    await chat.transcript.getByText('Not yet, but we repair them.').waitFor();
    await frame.locator('#unread').waitFor({ state: 'hidden' });

    await chat.send('thank you');
    await chat.arrived('thank you');
    await desk(site.service, `/${waiting}/give-back`, { clientId: 'desk-0003', name: 'Ingrid' });
    await chat.transcript.getByText('The assistant is answering again').waitFor();
    await chat.send('can I return shoes I wore once?');
    await chat.transcript.getByText(/Yes, you can return shoes you wore once/).waitFor();
  });
});
