/** A visitor whom the articles cannot help asks for a person, who answers through the inbox API, and gets an unread count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

describe('a visitor whom the articles can’t help', () => {
  it('asks for a person, is answered by one, and sees an unread message although the chat is closed', async () => {
    const { chat, frame, conversation } = await waitingVisitor(browser, site, 'do you sell bicycles?');
    await inboxApi(site.service, `/${conversation}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
    await frame.getByText('Ingrid joined').first().waitFor();
    await frame.getByText('You are talking to Ingrid').waitFor();

    await chat.closeButton.click();
    await chat.openButton.waitFor();
    await inboxApi(site.service, `/${conversation}/messages`, {
      clientId: 'desk-0002',
      name: 'Ingrid',
      text: 'Not yet, but we repair them.',
    });
    await expect.poll(() => chat.openButton.getAttribute('aria-label')).toBe('Open chat, 1 unread message');

    await chat.openButton.click();
    await chat.transcript.getByText('Not yet, but we repair them.').waitFor();
    await chat.closeButton.click();
    await expect.poll(() => chat.openButton.getAttribute('aria-label')).toBe('Open chat');
    await chat.openButton.click();

    await chat.send('thank you');
    await chat.arrived('thank you');
    await inboxApi(site.service, `/${conversation}/give-back`, { clientId: 'desk-0003', name: 'Ingrid' });
    await chat.transcript.getByText('The assistant is answering again').waitFor();
    await chat.send('can I return shoes I wore once?');
    await chat.transcript.getByText(/Yes, you can return shoes you wore once/).waitFor();
  });
});
