/**
 * `npm run diagnose -- https://shop.example/` says in words what keeps the chat from running on a page: it opens the page in
 * a real browser where there is one (CHROME_PATH), and otherwise reads what headers and files tell.
 * `--inbox <id>` where the page names none; INBOX_DIR, where the server's inboxes are, for a more exact answer.
 * Exit code 0 when the chat may run, 1 when something is in the way, 2 when the command was used wrongly.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, launchOptions } from './browser.mjs';
import { diagnose, policyAllows } from './diagnosis.mjs';

const PATIENCE_MS = 15_000;

/** Looks at the page and judges what was seen. `browser: false` does without one. */
export async function diagnosePage(page, { inboxId = null, inboxDir = process.env.INBOX_DIR, browser = true } = {}) {
  const path = browser ? findBrowser() : null;
  const seen = path ? await lookWithBrowser(page, path) : await lookByHand(page);
  const inbox = seen.inboxId ?? inboxId;
  const chat = seen.script && new URL(seen.script).origin;
  const [serviceHealthy, frameAllowed] = chat
    ? await Promise.all([isHealthy(chat), inbox === null ? null : isAllowed(chat, inbox, seen.origin)])
    : [null, null];
  return diagnose({
    ...seen,
    page,
    inboxId: inbox,
    serviceHealthy,
    frameAllowed,
    inbox: inbox === null ? null : inboxAt(inboxDir, inbox),
  });
}

async function lookWithBrowser(page, executablePath) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch(launchOptions(executablePath));
  try {
    const context = await browser.newContext();
    await context.addInitScript(watch);
    const tab = await context.newPage();
    const violations = [];
    await tab.exposeFunction('toldOfViolation', (directive, blocked) => void violations.push({ directive, blocked }));
    const loaded = new Set();
    const asked = new Set();
    tab.on('request', (request) => asked.add(request.url()));
    tab.on('response', (response) => {
      if (response.ok()) loaded.add(response.url());
    });
    const errors = new Set();
    tab.on('console', (message) => {
      const code = /^\[ServiceWidget\] (\w+):/.exec(message.text())?.[1];
      if (code) errors.add(code);
    });
    const response = await tab.goto(page, { waitUntil: 'load', timeout: PATIENCE_MS }).catch(() => null);
    if (!response) return { ...NOTHING, origin: new URL(page).origin, browser: true };
    const settled = () => tab.evaluate(() => window.ServiceWidget?.isReady?.() === true);
    const giveUpAt = Date.now() + PATIENCE_MS;
    let ready = await settled();
    const hopeless = () => errors.has('frame_unreachable') || violations.length > 0 || errors.has('unsupported_origin');
    while (!ready && !hopeless() && Date.now() < giveUpAt && (await hasScript(tab))) {
      await new Promise((again) => setTimeout(again, 100));
      ready = await settled();
    }
    const tag = await tab.evaluate(() => {
      const script = [...document.scripts].find(({ src }) => /\/embed\/[^/]+(?:\/loader)?\.js/.test(src));
      const frame = document.querySelector('iframe[title="Chat"]');
      const framed = frame && new URL(frame.src).pathname.split('/').pop();
      return { script: script?.src ?? null, inboxId: script?.dataset.inboxId ?? framed ?? null, origin: window.origin };
    });
    return {
      ...tag,
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

const hasScript = (tab) =>
  tab.evaluate(() => [...document.scripts].some(({ src }) => src.includes('/embed/')) || 'ServiceWidget' in window);

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
  script: null,
  scriptLoaded: false,
  inboxId: null,
  violations: [],
  errors: [],
  ready: false,
};

async function lookByHand(page) {
  const nothing = { ...NOTHING, origin: new URL(page).origin, browser: false };
  const response = await fetch(page, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (!response) return nothing;
  const html = await response.text();
  const tag = /<script\b[^>]*\bsrc=["']?([^"'\s>]*\/embed\/[^"'\s>]+\.js)[^>]*>/i.exec(html);
  const script = tag ? new URL(tag[1], page).href : null;
  const inboxId = tag ? (/\bdata-inbox-id=["']?([\w-]+)/i.exec(tag[0])?.[1] ?? null) : null;
  const policy = response.headers.get('content-security-policy');
  const violations = [];
  const frame = script && `${new URL(script).origin}/widget/${inboxId ?? ''}`;
  if (script && !policyAllows(policy, 'script-src', script))
    violations.push({ directive: 'script-src', blocked: script });
  if (frame && !policyAllows(policy, 'frame-src', frame)) violations.push({ directive: 'frame-src', blocked: frame });
  const loaded = script
    ? ((await fetch(script, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null))?.ok ?? false)
    : false;
  return { ...nothing, status: response.status, script, scriptLoaded: loaded, inboxId, violations };
}

async function isHealthy(chat) {
  const answer = await fetch(`${chat}/api/rpc/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  return answer?.ok ?? false;
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [page, flag, inboxId] = process.argv.slice(2);
  if (
    !page ||
    !URL.canParse(page) ||
    !/^https?:/.test(page) ||
    (flag !== undefined && (flag !== '--inbox' || !inboxId))
  ) {
    console.error('Say which page to look at: npm run diagnose -- https://shop.example/ [--inbox <id>]');
    process.exit(2);
  }
  const findings = await diagnosePage(page, { inboxId: inboxId ?? null });
  for (const { code, words } of findings) console.log(`${code}: ${words}`);
  process.exitCode = findings[0].code === 'ok' ? 0 : 1;
}
