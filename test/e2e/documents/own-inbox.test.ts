/** By calls of the API alone: an empty server, an inbox, its code on a page with a strict policy, and a visitor who writes there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { recordViolations } from '../../support/page-checks/policy-violations.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { type OwnerCalls, ownerOf } from '../../support/server/workspace-calls.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';

const browser = useBrowser();
let folder: string;
let service: Service;
let owner: OwnerCalls;
let page: ServedPage | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-no-inboxes-'));
  service = await Service.start({ inboxDir: folder });
  owner = await ownerOf(service);
});
afterAll(async () => {
  await page?.close();
  await service?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A page with the code and the policy as they are given, and nothing else that could help them. */
async function pageWith(inboxId: string, port: number): Promise<string> {
  const code = await owner.read('inboxes.embedCode', { inboxId, form: 'script' });
  const csp = await owner.read('inboxes.embedCode', { inboxId, form: 'csp' });
  page = await servePage(
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1>${code.text}</body></html>`,
    port,
    `default-src 'none'; ${csp.text}; base-uri 'none'`,
  );
  return `http://localhost:${port}/`;
}

it('is made, set live, pasted into a page, written in by a visitor, and archived', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  expect((await owner.read('inboxes.list')).items).toEqual([]);
  const look = { theme: { template: 'playful' }, greeting: 'Hei! What are you looking for?' };
  const welcomes = [{ language: 'de', greeting: 'Moin! Was darf es sein?' }];
  const { inboxId } = await owner.ask('inboxes.create', { name: 'Havn', allowedOrigins: [origin], ...look, welcomes });
  const address = await pageWith(inboxId, port);

  // A draft is for visitors what an inbox is that does not exist.
  const documentOf = async (id: string) => {
    const answer = await fetch(`${service.origin}/widget/${id}?${new URLSearchParams({ o: origin })}`);
    return [answer.status, await answer.text(), answer.headers.get('content-security-policy')];
  };
  expect(await documentOf(inboxId)).toEqual(await documentOf('inb_0'));

  await owner.ask('inboxes.update', { inboxId, version: 1, state: 'live' });
  const visitor = await browser.newVisitor();
  const violations = await recordViolations(visitor.context);
  const shop = await visitor.visit(address);
  const chat = chatOn(shop);
  await chat.open();
  await shop.frameLocator('iframe[src*="/widget/"]').getByText('Hei! What are you looking for?').waitFor();
  await chat.send('do you sell kites?');
  await chat.arrived('do you sell kites?');
  expect(violations.list).toEqual([]);
  const seen = () => owner.read('inboxes.get', { inboxId }).then(({ install }) => install);
  await expect.poll(seen, { timeout: 60_000, interval: 200 }).toMatchObject([{ origin }]);

  // Paused, and live again: an open chat shows both, with the draft that is in it.
  const frame = shop.frameLocator('iframe[src*="/widget/"]');
  await chat.composer.fill('and');
  await owner.ask('inboxes.update', { inboxId, version: 2, state: 'paused' });
  await frame.getByText('This chat is paused').waitFor();
  expect(await chat.composer.getAttribute('readonly')).not.toBe(null);
  await owner.ask('inboxes.update', { inboxId, version: 3, state: 'live' });
  await frame.getByText('This chat is paused').waitFor({ state: 'detached' });
  expect([await chat.composer.getAttribute('readonly'), await chat.composer.inputValue()]).toEqual([null, 'and']);
  await chat.send('and what about rain?');
  await chat.arrived('and what about rain?');

  // Paused: the conversation stays, and takes nothing more.
  await owner.ask('inboxes.update', {
    inboxId,
    version: 4,
    state: 'paused',
    otherContact: 'Write to help@havn.example',
  });
  await shop.reload();
  await chat.reopened();
  await frame.getByText('This chat is paused').waitFor();
  await frame.getByRole('link', { name: 'help@havn.example' }).waitFor();
  await chat.transcript.getByText('do you sell kites?').waitFor();
  expect(await chat.composer.getAttribute('readonly')).not.toBe(null);

  // Archived: gone for the visitor, and still there for the team.
  expect(await owner.ask('inboxes.archive', { inboxId })).toEqual({ inboxId, open: 1 });
  expect(await documentOf(inboxId)).toEqual(await documentOf('inb_0'));
  expect((await owner.read('inboxes.get', { inboxId })).state).toBe('archived');
  expect(visitor.exceptions).toEqual([]);
});
