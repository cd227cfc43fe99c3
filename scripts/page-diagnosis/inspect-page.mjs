/**
 * Inspects a page for `npm run diagnose`: with a real browser, or by reading headers and files; asks the chat server for its
 * health; and, where the page has a chat, lets it diagnose itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performFromOutside } from '../../packages/embed-js/dist/checks.js';
import { findBrowser, launchOptions } from '../setup/browser.mjs';
import { certificateProblem, TIMEOUT_MS } from './fetching.mjs';
import { inspectWithBrowser } from './with-browser.mjs';
import { inspectWithoutBrowser } from './without-browser.mjs';

/**
 * @returns findings, the cause first. `browser: false` does without a browser, an open one is used and stays open; `insecure`
 *   accepts the page's own certificate, in a browser.
 */
export async function diagnosePage(
  page,
  { inboxId = null, inboxDir = process.env.INBOX_DIR, browser = true, insecure = false } = {},
) {
  const seen = await inspectPage(page, browser, insecure);
  const inbox = seen.inboxId ?? inboxId;
  const { chat } = seen;
  const [health, frameAllowed] = chat
    ? await Promise.all([healthOf(chat), inbox === null ? null : isAllowed(chat, inbox, seen.origin)])
    : [null, null];
  return performFromOutside({
    ...seen,
    page,
    inboxId: inbox,
    health,
    frameAllowed,
    inbox: inbox === null ? null : inboxAt(inboxDir, inbox),
  });
}

async function inspectPage(page, browser, insecure) {
  if (typeof browser === 'object') return inspectWithBrowser(page, browser, insecure);
  const path = browser ? findBrowser() : null;
  if (!path) return inspectWithoutBrowser(page);
  const { chromium } = await import('playwright-core');
  const own = await chromium.launch(launchOptions(path));
  try {
    return await inspectWithBrowser(page, own, insecure);
  } finally {
    await own.close();
  }
}

/** @returns `ok`, `down`, `other` (something else answers there), or what is wrong with the certificate. */
async function healthOf(chat) {
  try {
    const answer = await fetch(`${chat}/api/rpc/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { service, status } = await answer.json().catch(() => ({}));
    if (service === undefined) return { state: 'other' };
    return { state: answer.ok && status === 'ok' ? 'ok' : 'down' };
  } catch (error) {
    const certificate = certificateProblem(error);
    return certificate ? { state: 'certificate', reason: certificate } : { state: 'down' };
  }
}

async function isAllowed(chat, inboxId, origin) {
  const address = `${chat}/widget/${encodeURIComponent(inboxId)}?o=${encodeURIComponent(origin)}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  return answer ? !(answer.headers.get('content-security-policy') ?? '').includes("frame-ancestors 'none'") : null;
}

function inboxAt(folder, id) {
  if (!folder || !existsSync(folder)) return null;
  try {
    const { allowedOrigins = [] } = JSON.parse(readFileSync(join(folder, id, 'inbox.json'), 'utf8'));
    return { known: true, allowedOrigins };
  } catch {
    return { known: false, allowedOrigins: [] };
  }
}
