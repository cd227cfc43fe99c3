/** A person sends files from the console, and its visitor gets them. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { chatOn } from '../../../support/chat/chat.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a picture and a text are chosen, one of them is dropped, and both are sent with a message, also after a kill -9', async () => {
  const visitor = await browser.newVisitor();
  const shop = await visitor.visit(site.shop);
  const chat = chatOn(shop);
  await chat.open();
  await chat.send('which boot was it?');
  const { page, log, consoleErrors, exceptions } = await openConsole(browser, site);
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByRole('link', { name: 'Assistant', exact: true }).click();
  await list.getByRole('link', { name: /which boot was it\?/ }).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  const field = page.getByRole('textbox', { name: 'Message', disabled: false });
  await field.fill('This one:');

  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
  const files = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'boot.png', mimeType: 'image/png', buffer },
    { name: 'boot.exe', mimeType: '', buffer },
  ]);
  await files.filter({ hasText: 'boot.exe' }).getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove boot.exe' }).click();
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['EU 38 to 46'], 'sizes.txt', { type: 'text/plain' }));
    return data;
  });
  await log.dispatchEvent('dragover', { dataTransfer: dropped });
  await page.locator('.reply[data-over="true"]').waitFor();
  await log.dispatchEvent('drop', { dataTransfer: dropped });
  await expect.poll(() => files.count()).toBe(2);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.evaluate(layoutFaults)).toEqual([]);
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true);

  // Stored already, so that a message which waits for the server still has them.
  await site.service.kill9();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await log.getByText('Sending…').waitFor();
  await log.getByText('sizes.txt').waitFor();
  await site.service.start();
  await log.getByRole('link', { name: 'Open boot.png' }).waitFor();
  await chat.transcript.getByText('This one:').waitFor();
  await chat.transcript.getByRole('link', { name: /boot\.png/ }).waitFor();
  await chat.transcript.getByText('sizes.txt').waitFor();
  expect(exceptions).toEqual([]);
  expect(consoleErrors.filter((line) => !/ERR_|Failed to load/.test(line))).toEqual([]);
});
