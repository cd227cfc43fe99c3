/**
 * The chat in documents of every kind, and behind every header that a site can send: a visitor asks and is answered. `npm test`
 * runs one case of each kind, `npm run test:long` all.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { frameOf, ready } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type DocumentSite, type SiteDocument, startDocumentSite } from '../../support/sites/document-site.js';

const browser = useBrowser();
let site: DocumentSite;
beforeAll(async () => {
  site = await startDocumentSite();
});
afterAll(async () => site?.dispose());

const tag = (attributes = ''): string =>
  `<script src="${site.service.origin}/embed/v1.js" data-inbox-id="demo" ${attributes}></script>`;
const encoded = (text: string, encoding: 'latin1' | 'utf16le'): Buffer =>
  encoding === 'utf16le' ? Buffer.from(`\ufeff${text}`, encoding) : Buffer.from(text, encoding);
const EMBEDDED = 'data-mode="embedded" data-container-id="support"';

/** An embedded chat has no launcher. */
const DOCUMENTS: Readonly<Record<string, () => SiteDocument>> = {
  'XHTML with a base and a target': () => ({
    type: 'application/xhtml+xml',
    body: `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>
      <base href="http://elsewhere.invalid/x/" target="_top"/><title>XHTML</title></head>
      <body><h1>XHTML with a base</h1>${tag('').replace(' data-inbox-id="demo" ', ' data-inbox-id="demo"')}</body></html>`,
  }),
  'XHTML of version 1.1': () => ({
    type: 'application/xhtml+xml',
    body: `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><title>1.1</title></head><body><p>Text</p>${tag()}</body></html>`,
  }),
  'HTML with a base elsewhere': () => ({
    body: `<!doctype html><html lang="en"><base href="https://elsewhere.invalid/" target="_blank"><body>${tag()}`,
  }),
  'quirks mode, in a table': () => ({
    body: `<html><head><title>Quirks mode</title></head><body><h1>Quirks</h1><table width=600 height=500><tr><td><div id=support></div></td></tr></table>${tag(EMBEDDED)}</body></html>`,
  }),
  'quirks mode': () => ({ body: `<html><head><title>Quirks mode</title></head><body bgcolor=white>${tag()}` }),
  'nearly quirks mode': () => ({
    body: `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><html lang=en>${tag()}`,
  }),
  'no head, no body, nothing but the tag': () => ({ body: tag() }),
  'the tag behind the end': () => ({ body: `<!doctype html><html lang="en"><body>Shop</body></html>${tag()}` }),
  'German in Latin-1': () => ({
    type: 'text/html; charset=iso-8859-1',
    body: encoded(`<!doctype html><html lang="de"><title>Größe</title>${tag('data-agent-name="Jörg"')}`, 'latin1'),
  }),
  'Japanese in UTF-16': () => ({
    type: 'text/html',
    body: encoded(`<!doctype html><html lang="ja"><title>店</title>${tag('data-agent-name="さくら"')}`, 'utf16le'),
  }),
  'Arabic from right to left': () => ({
    body: `<!doctype html><html lang="ar" dir="rtl"><title>متجر</title>${tag()}`,
  }),
  'written by document.write': () => ({
    body: `<!doctype html><html lang="en"><h1>Old page</h1><script>document.write('${tag().replace('</script>', '<\\/script>')}')</script>`,
  }),
  'replaced by document.open': () => ({
    body: `<!doctype html><html lang="en"><h1>Old page</h1><script>addEventListener('load', () => {
      document.open(); document.write('<!doctype html><title>New</title><h1>New page</h1>${tag().replace('</script>', '<\\/script>')}'); document.close() })</script>`,
  }),
  'a document that can be edited': () => ({
    body: `<!doctype html><html lang="en"><body contenteditable spellcheck="false">Write here.${tag()}<script>document.designMode = 'on'</script>`,
  }),
};

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'isolated from other origins (COEP and COOP)': {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
  },
  'isolated, without credentials': {
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Cross-Origin-Opener-Policy': 'same-origin',
  },
  'isolated by itself': { 'Document-Isolation-Policy': 'isolate-and-require-corp' },
  'in a process of its origin': { 'Origin-Agent-Cluster': '?1' },
  'with all permissions denied': {
    'Permissions-Policy':
      'autoplay=(), camera=(), clipboard-read=(), clipboard-write=(), fullscreen=(), geolocation=(), microphone=(), storage-access=(), sync-xhr=(), unload=()',
  },
  'that sends no referrer': { 'Referrer-Policy': 'no-referrer' },
  'that sends its whole address': { 'Referrer-Policy': 'unsafe-url' },
  'in no other frame': { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "frame-ancestors 'none'" },
  'that allows two origins only': { 'Content-Security-Policy': 'script-src CHAT; frame-src CHAT' },
  'that asks for encryption': { 'Content-Security-Policy': 'upgrade-insecure-requests' },
  'that trusts no string': { 'Content-Security-Policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
  'whose types are not guessed': { 'X-Content-Type-Options': 'nosniff' },
};

/** Opens the document; asks, and waits for the answer. */
async function ask(path: string, document: SiteDocument): Promise<void> {
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(site.publish(path, document));
  await ready(page);
  // By its document: the driver finds no frame in XHTML by its element.
  const frame = frameOf(page);
  const field = frame.getByRole('textbox');
  if (!(await field.isVisible())) await page.locator('service-launcher button').click();
  await field.fill('How long does shipping take?');
  await field.press('Enter');
  await frame.locator('.agent-bubble').getByText('1 to 3 working days').waitFor();
  expect(visitor.exceptions).toEqual([]);
  await visitor.context.close();
}

describe('a visitor is answered in a document', () => {
  it.each(dailyNames(Object.keys(DOCUMENTS), ['XHTML with a base and a target']))('%s', async (name) => {
    await ask(`/document-${Object.keys(DOCUMENTS).indexOf(name)}`, (DOCUMENTS[name] as () => SiteDocument)());
  });
});

describe('a visitor is answered on a page', () => {
  it.each(dailyNames(Object.keys(HEADERS), ['isolated from other origins (COEP and COOP)']))('%s', async (name) => {
    const { origin } = site.service;
    const headers = Object.fromEntries(
      Object.entries(HEADERS[name] as object).map(([header, value]) => [
        header,
        String(value).replaceAll('CHAT', origin),
      ]),
    );
    const body = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${tag()}`;
    await ask(`/headers-${Object.keys(HEADERS).indexOf(name)}`, { body, headers });
  });
});
