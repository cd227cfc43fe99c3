/** `npm run diagnose` on pages that are broken in one way each: it names that way, and what to write instead. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosePage } from '../scripts/diagnose.mjs';
import { policyAllows } from '../scripts/diagnosis.mjs';
import { freePort } from './harness/free-port.js';
import { type ServedPage, servePage } from './harness/serve-page.js';
import { Service } from './harness/start-service.js';
import { inboxesFor } from './harness/start-site.js';

const CASES = ['fine', 'noScript', 'down', 'wrongId', 'notStarted', 'frameSrc', 'scriptSrc', 'gone'] as const;
type Case = (typeof CASES)[number];

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
const pages = new Map<Case | 'stranger', ServedPage>();

beforeAll(async () => {
  const ports = await Promise.all(CASES.map(() => freePort()));
  inboxes = inboxesFor(ports.map((port) => `http://localhost:${port}`));
  service = await Service.start({ inboxDir: inboxes.folder });
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const chat = service.origin;
  const tag = (origin: string, inbox = ' data-inbox-id="demo"'): string =>
    `<script async src="${origin}/embed/v1.js"${inbox}></script>`;
  const made: Record<Case, readonly [html: string, policy?: string]> = {
    fine: [tag(chat)],
    noScript: ['<p>No chat here.</p>'],
    down: [tag(nowhere)],
    wrongId: [tag(chat, ' data-inbox-id="dmeo"')],
    notStarted: [tag(chat, '')],
    frameSrc: [tag(chat), `default-src 'none'; script-src ${chat}`],
    scriptSrc: [tag(chat), `default-src 'self'; frame-src ${chat}`],
    gone: [`<script async src="${chat}/embed/9.9.9/loader.js" data-inbox-id="demo"></script>`],
  };
  for (const [at, name] of CASES.entries()) {
    const [html, policy] = made[name];
    pages.set(
      name,
      await servePage(`<!doctype html><html lang="en"><head>${html}</head><body></body></html>`, ports[at], policy),
    );
  }
  pages.set(
    'stranger',
    await servePage(`<!doctype html><html lang="en"><head>${tag(chat)}</head><body></body></html>`),
  );
});
afterAll(async () => {
  await Promise.all([...pages.values()].map((page) => page.close()));
  await service?.dispose();
  inboxes?.remove();
});

const EXPECTED: readonly (readonly [Case | 'stranger', string, () => string | RegExp])[] = [
  ['fine', 'ok', () => /runs on this page|may run/],
  ['noScript', 'no_script', () => 'data-inbox-id'],
  ['down', 'service_down', () => '/api/rpc/health'],
  ['wrongId', 'wrong_inbox', () => '"dmeo"'],
  ['notStarted', 'not_started', () => 'ServiceWidget.init'],
  ['frameSrc', 'csp_frame', () => `frame-src ${service.origin}`],
  ['scriptSrc', 'script_blocked', () => `Add to script-src: ${service.origin}/embed/`],
  ['gone', 'script_blocked', () => '/embed/9.9.9/loader.js'],
  ['stranger', 'origin_not_allowed', () => new URL(pages.get('stranger')?.url ?? '').origin],
];

describe.each([true, false])('with a real browser: %s', (browser) => {
  it.each(EXPECTED.filter(([name]) => browser || name !== 'notStarted'))(
    'the page %s is found to be %s',
    async (name, code, words) => {
      const [first] = await diagnosePage(pages.get(name)?.url ?? '', { inboxDir: inboxes.folder, browser });
      expect(first?.code, first?.words).toBe(code);
      const expected = words();
      if (typeof expected === 'string') expect(first?.words).toContain(expected);
      else expect(first?.words).toMatch(expected);
    },
  );

  it('a page that can’t be reached is said to be that', async () => {
    const [first] = await diagnosePage(`http://localhost:${await freePort()}/`, { browser });
    expect(first?.code).toBe('page_unreachable');
  });

  it('without the server’s folder, a refusal names both of its reasons', async () => {
    const [first] = await diagnosePage(pages.get('wrongId')?.url ?? '', { inboxDir: '', browser });
    expect(first?.words).toMatch(/no such inbox.*allowedOrigins/);
  });
});

describe('a policy', () => {
  it.each([
    [null, true],
    ["default-src 'none'", false],
    ["default-src 'self'; frame-src https://chat.example", true],
    ['frame-src https://chat.example:8443', false],
    ['frame-src *.example', true],
    ['frame-src https:', true],
    ['frame-src *', true],
    ['child-src https://chat.example', true],
    ['frame-src https://chat.example/widget/', true],
    ['frame-src https://chat.example/other/', false],
    ["frame-src https://chat.example, frame-src 'none'", false],
  ])('%s lets the frame in: %s', (policy, allowed) => {
    expect(policyAllows(policy, 'frame-src', 'https://chat.example/widget/demo')).toBe(allowed);
  });
});
