/**
 * Looks at a page for `npm run diagnose`: with a real browser, or by reading headers and files; asks the chat server how it
 * is; and, where the page has it, lets the chat on the page look at itself.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, launchOptions } from '../setup/browser.mjs';
import { diagnose, policyAllows } from './find-causes.mjs';

const PATIENCE_MS = 15_000;
/** How long a page that asks for nothing more may take to start a chat, or to show that it has a screen of its own. */
const OWN_SCREEN_MS = 5_000;
/** After these nothing more is to be expected. */
const HOPELESS = [
  'frame_unreachable',
  'script_refused',
  'unsupported_origin',
  'insecure_self_host',
  'container_missing',
];

/**
 * Looks at the page and judges what was seen. `browser: false` does without one; `insecure` overlooks the page's own
 * certificate, in a browser.
 */
export async function diagnosePage(
  page,
  { inboxId = null, inboxDir = process.env.INBOX_DIR, browser = true, insecure = false } = {},
) {
  const path = browser ? findBrowser() : null;
  const seen = path ? await lookWithBrowser(page, path, insecure) : await lookByHand(page);
  const inbox = seen.inboxId ?? inboxId;
  const { chat } = seen;
  const [health, frameAllowed] = chat
    ? await Promise.all([healthOf(chat), inbox === null ? null : isAllowed(chat, inbox, seen.origin)])
    : [null, null];
  return diagnose({
    ...seen,
    page,
    inboxId: inbox,
    health,
    frameAllowed,
    inbox: inbox === null ? null : inboxAt(inboxDir, inbox),
  });
}

async function lookWithBrowser(page, executablePath, insecure) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(launchOptions(executablePath));
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: insecure });
    await context.addInitScript(watch);
    const tab = await context.newPage();
    const violations = [];
    await tab.exposeFunction('toldOfViolation', (directive, blocked) => void violations.push({ directive, blocked }));
    const loaded = new Set();
    let heardAt = 0;
    tab.on('request', () => {
      heardAt = Date.now();
    });
    tab.on('response', (response) => {
      heardAt = Date.now();
      if (response.ok()) loaded.add(response.url());
    });
    /** Where a screen of the page's own talks to. */
    let socket = null;
    let connected = false;
    tab.on('websocket', (opened) => {
      if (!opened.url().includes('/v1/realtime')) return;
      socket = opened.url();
      heardAt = Date.now();
      opened.on('framereceived', () => {
        connected = true;
      });
    });
    const failed = new Map();
    tab.on('requestfailed', (request) => failed.set(request.url(), request.failure()?.errorText ?? ''));
    const errors = new Set();
    let changed = false;
    tab.on('console', (message) => {
      changed ||= /'integrity' attribute/.test(message.text()) && /\/embed\//.test(message.text());
      const code = /^\[ServiceWidget\] (\w+):/.exec(message.text())?.[1];
      if (code) errors.add(code);
    });
    let unreachable = '';
    const response = await tab.goto(page, { waitUntil: 'load', timeout: PATIENCE_MS }).catch((error) => {
      unreachable = String(error);
      return null;
    });
    if (!response) {
      const [pageCertificate = null] = /ERR_CERT\w+/.exec(unreachable) ?? [];
      return { ...NOTHING, origin: new URL(page).origin, browser: true, pageCertificate };
    }
    const settled = async () => connected || (await tab.evaluate(() => window.ServiceWidget?.isReady?.() === true));
    const giveUpAt = Date.now() + PATIENCE_MS;
    heardAt = Date.now();
    let ready = await settled();
    const hopeless = () =>
      HOPELESS.some((code) => errors.has(code)) ||
      violations.length > 0 ||
      changed ||
      [...failed.keys()].some((address) => address.includes('/embed/'));
    const expected = async () => Date.now() < heardAt + OWN_SCREEN_MS || (await hasScript(tab));
    while (!ready && !hopeless() && Date.now() < giveUpAt && (await expected())) {
      await new Promise((again) => setTimeout(again, 100));
      ready = await settled();
    }
    const tag = await tab.evaluate(() => {
      const script = [...document.scripts].find(({ src }) => /\/embed\/[^/]+(?:\/loader)?\.js/.test(src));
      const frame = [...document.querySelectorAll('iframe')].find(({ src }) => /\/widget\/[\w-]+\?o=/.test(src));
      const framed = frame && new URL(frame.src);
      return {
        script: script?.src ?? null,
        // A page may bring the chat along in a bundle of its own: then its frame tells.
        chat: framed?.origin ?? (script ? new URL(script.src).origin : null),
        inboxId: framed?.pathname.split('/').pop() ?? script?.dataset.inboxId ?? null,
        origin: window.origin,
      };
    });
    // The chat on the page sees what nobody sees from outside: consent, storage, clocks, its connection.
    const inPage = await tab
      .evaluate(() => window.ServiceWidget?.diagnose?.() ?? [])
      .then((findings) => findings ?? [])
      .catch(() => []);
    const [certificate = null] = /ERR_CERT\w+/.exec(failed.get(tag.script) ?? '') ?? [];
    const talksTo = socket ?? violations.find(({ blocked }) => /^wss?:/.test(blocked))?.blocked ?? null;
    const ownScreen = tag.chat === null && talksTo !== null;
    return {
      ...tag,
      ...(ownScreen && { chat: new URL(talksTo.replace(/^ws/, 'http')).origin }),
      ownScreen,
      inPage,
      certificate,
      changed,
      status: response.status(),
      scriptLoaded: tag.script !== null && loaded.has(tag.script),
      violations,
      errors: [...errors],
      ready,
      browser: true,
    };
  } finally {
    await browser.close();
  }
}

/** The script is on its way, or a chat has been started: more is to come. */
const hasScript = (tab) =>
  tab.evaluate(() =>
    typeof window.ServiceWidget?.init === 'function'
      ? document.querySelector('iframe') !== null
      : [...document.scripts].some(({ src }) => src.includes('/embed/')),
  );

/** Runs in the page, before anything else does. */
function watch() {
  if (window !== window.top) return;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (/\/embed\/|\/widget\/|^wss?:|\/v1\/realtime/.test(blockedURI) || effectiveDirective === 'frame-src')
      window.toldOfViolation(effectiveDirective, blockedURI);
  });
}

const NOTHING = {
  status: null,
  pageCertificate: null,
  certificate: null,
  chat: null,
  ownScreen: false,
  script: null,
  changed: false,
  inPage: [],
  scriptLoaded: false,
  inboxId: null,
  violations: [],
  errors: [],
  ready: false,
};

async function lookByHand(page) {
  const nothing = { ...NOTHING, origin: new URL(page).origin, browser: false };
  let pageCertificate = null;
  const response = await fetch(page, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error) => {
    pageCertificate = certificateProblem(error);
    return null;
  });
  if (!response) return { ...nothing, pageCertificate };
  const html = await response.text();
  const tag = /<script\b[^>]*\bsrc=["']?([^"'\s>]*\/embed\/[^"'\s>]+\.js)[^>]*>/i.exec(html);
  const script = tag ? new URL(tag[1], page).href : null;
  const inboxId = tag ? (/\bdata-inbox-id=["']?([\w-]+)/i.exec(tag[0])?.[1] ?? null) : null;
  const policy = response.headers.get('content-security-policy');
  const violations = [];
  const chat = script && new URL(script).origin;
  const frame = chat && `${chat}/widget/${inboxId ?? ''}`;
  if (script && !policyAllows(policy, 'script-src', script))
    violations.push({ directive: 'script-src', blocked: script });
  if (frame && !policyAllows(policy, 'frame-src', frame)) violations.push({ directive: 'frame-src', blocked: frame });
  const answer = script ? await fetch(script, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null) : null;
  const integrity = tag ? (/\bintegrity=["']?([^"'>]+)/i.exec(tag[0])?.[1] ?? null) : null;
  const changed =
    integrity !== null && answer?.ok === true && !holds(integrity, Buffer.from(await answer.arrayBuffer()));
  const scriptLoaded = answer?.ok === true && !changed;
  return { ...nothing, status: response.status, chat, script, scriptLoaded, changed, inboxId, violations };
}

/** Whether the bytes are what the attribute says: one of its hashes of the strongest kind is enough. */
function holds(integrity, bytes) {
  const hashes = integrity
    .trim()
    .split(/\s+/)
    .map((hash) => hash.split('-', 2));
  const strongest = ['sha512', 'sha384', 'sha256'].find((kind) => hashes.some(([each]) => each === kind));
  if (!strongest) return true;
  const is = createHash(strongest).update(bytes).digest('base64');
  return hashes.some(([kind, hash]) => kind === strongest && hash === is);
}

/** @returns what is wrong with a certificate, in the words of TLS; null when something else went wrong. */
function certificateProblem(error) {
  const code = String(error?.cause?.code ?? '');
  return /CERT|SIGNATURE|ISSUER/.test(code) ? code : null;
}

/** @returns `ok`, `down`, `other` (something else answers there), or what is wrong with the certificate. */
async function healthOf(chat) {
  try {
    const answer = await fetch(`${chat}/api/rpc/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
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
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
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
