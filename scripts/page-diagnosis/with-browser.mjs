/** Opens a page in a real browser and records what the chat on it does. */
import { NOTHING, TIMEOUT_MS } from './fetching.mjs';

/** How long a page that requests nothing more may take to start a chat, or to show that it has a custom UI. */
const QUIET_MS = 5_000;
/** After one of these errors no chat will start. */
const FATAL = ['frame_unreachable', 'script_refused', 'unsupported_origin', 'insecure_self_host', 'container_missing'];

/** `browser`: an open one. */
export async function inspectWithBrowser(page, browser, insecure) {
  const context = await browser.newContext({ ignoreHTTPSErrors: insecure });
  try {
    await context.addInitScript(reportViolations);
    const tab = await context.newPage();
    const seen = await record(tab);
    let unreachable = '';
    const response = await tab.goto(page, { waitUntil: 'load', timeout: TIMEOUT_MS }).catch((error) => {
      unreachable = String(error);
      return null;
    });
    if (!response) {
      const [pageCertificate = null] = /ERR_CERT\w+/.exec(unreachable) ?? [];
      return { ...NOTHING, origin: new URL(page).origin, browser: true, pageCertificate };
    }
    const settledReady = await settled(tab, seen);
    // The chat on the page observes what can't be observed from outside: consent, storage, clocks, its connection. One at rest
    // makes its frame for it.
    const inPage = await tab
      .evaluate(() => window.ServiceWidget?.diagnose?.() ?? [])
      .then((findings) => findings ?? [])
      .catch(() => []);
    const ready = settledReady || (await isReady(tab));
    const tag = await tab.evaluate(readTag);
    const [certificate = null] = /ERR_CERT\w+/.exec(seen.failed.get(tag.script) ?? '') ?? [];
    const blockedSocket = seen.violations.find(({ blocked }) => /^wss?:/.test(blocked))?.blocked;
    const socket = seen.socket ?? blockedSocket ?? null;
    const customUi = tag.chat === null && socket !== null;
    return {
      ...tag,
      ...(customUi && { chat: new URL(socket.replace(/^ws/, 'http')).origin }),
      customUi,
      inPage,
      certificate,
      changed: seen.changed,
      status: response.status(),
      scriptLoaded: tag.script !== null && seen.loaded.has(tag.script),
      violations: seen.violations,
      errors: [...seen.errors],
      ready,
      browser: true,
    };
  } finally {
    await context.close();
  }
}

/** Records what happens in the tab from now on. */
async function record(tab) {
  const seen = {
    loaded: new Set(),
    failed: new Map(),
    violations: [],
    errors: new Set(),
    changed: false,
    /** Address that a custom UI of the page connects to. */
    socket: null,
    connected: false,
    lastRequestAt: 0,
  };
  await tab.exposeFunction(
    'reportViolation',
    (directive, blocked) => void seen.violations.push({ directive, blocked }),
  );
  tab.on('request', () => {
    seen.lastRequestAt = Date.now();
  });
  tab.on('response', (response) => {
    seen.lastRequestAt = Date.now();
    if (response.ok()) seen.loaded.add(response.url());
  });
  tab.on('websocket', (opened) => {
    if (!opened.url().includes('/v1/realtime')) return;
    seen.socket = opened.url();
    seen.lastRequestAt = Date.now();
    opened.on('framereceived', () => {
      seen.connected = true;
    });
  });
  tab.on('requestfailed', (request) => seen.failed.set(request.url(), request.failure()?.errorText ?? ''));
  tab.on('console', (message) => {
    seen.changed ||= /'integrity' attribute/.test(message.text()) && /\/embed\//.test(message.text());
    const code = /^\[ServiceWidget\] (\w+):/.exec(message.text())?.[1];
    if (code) seen.errors.add(code);
  });
  return seen;
}

/** Waits until the chat is ready, or no longer to be expected. @returns whether it is ready */
async function settled(tab, seen) {
  const isHopeless = () =>
    FATAL.some((code) => seen.errors.has(code)) ||
    seen.violations.length > 0 ||
    seen.changed ||
    [...seen.failed.keys()].some((address) => address.includes('/embed/'));
  const isExpected = async () => Date.now() < seen.lastRequestAt + QUIET_MS || (await tab.evaluate(hasScript));
  const endAt = Date.now() + TIMEOUT_MS;
  seen.lastRequestAt = Date.now();
  const isDone = async () => seen.connected || (await isReady(tab));
  let ready = await isDone();
  while (!ready && !isHopeless() && Date.now() < endAt && (await isExpected())) {
    await new Promise((again) => setTimeout(again, 100));
    ready = await isDone();
  }
  return ready;
}

const isReady = (tab) => tab.evaluate(() => window.ServiceWidget?.isReady?.() === true);

/** Runs in the page: the script is on its way, or a chat has been started, so more is to come. */
function hasScript() {
  return typeof window.ServiceWidget?.init === 'function'
    ? document.querySelector('iframe') !== null
    : [...document.scripts].some(({ src }) => src.includes('/embed/'));
}

/** Runs in the page. */
function readTag() {
  const script = [...document.scripts].find(({ src }) => /\/embed\/[^/?#]+(?:\/[^/?#]+)?\.js/.test(src));
  const ofInbox = /\/embed\/v1\/([\w-]+)\.js/.exec(script?.src ?? '')?.[1];
  const frame = [...document.querySelectorAll('iframe')].find(({ src }) => /\/widget\/[\w-]+\?o=/.test(src));
  const framed = frame && new URL(frame.src);
  return {
    script: script?.src ?? null,
    // A page may have the chat in a bundle of its own: then the frame's address names the server.
    chat: framed?.origin ?? (script ? new URL(script.src).origin : null),
    inboxId: framed?.pathname.split('/').pop() ?? ofInbox ?? script?.dataset.inboxId ?? null,
    origin: window.origin,
  };
}

/** Runs in the page, before anything else does. */
function reportViolations() {
  if (window !== window.top) return;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (/\/embed\/|\/widget\/|^wss?:|\/v1\/realtime/.test(blockedURI) || effectiveDirective === 'frame-src')
      window.reportViolation(effectiveDirective, blockedURI);
  });
}
