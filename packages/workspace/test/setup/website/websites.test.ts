/** Websites that the server reads for a member: what they say of their business, and whether they show an inbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Outside, outside, NAME as SITE } from '../../../../realtime-server/test/outgoing/fake-internet.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../../support/open-test-workspace.js';

const CHAT = 'https://chat.example.com';

let world: Outside;
let w: TestWorkspace;
let owner: Person;
let secret: string;
/** By path. */
let pages: Record<string, { readonly type?: string; readonly policy?: string; readonly body: string }> = {};
beforeAll(async () => {
  world = await outside((request, response) => {
    const page = pages[request.url ?? ''];
    if (!page) return void response.writeHead(404).end();
    const policy = page.policy && { 'content-security-policy': page.policy };
    response.writeHead(200, { 'content-type': page.type ?? 'text/html', ...policy }).end(page.body);
  });
  w = await openTestWorkspace(null, { network: world.network });
  secret = w.ownerSecret();
});
afterAll(async () => {
  await w?.dispose();
  await world?.close();
});
beforeEach(() => {
  pages = {};
});

const HOME = `<!doctype html><html lang="nb-NO"><head><!-- <title>Old</title> --><title>Home &amp; more</title>
<meta property='og:site_name' content="Havn &amp; Hei"><meta name="theme-color" content="#0f766e">
<link rel="icon" href="/favicon.ico"><link rel="apple-touch-icon" href="/logo.png"></head><body></body></html>`;

describe('what a website says of its business', () => {
  it('is read behind the owner link before there is an account, each with where it was found', async () => {
    pages = {
      '/': { body: HOME },
      '/robots.txt': { type: 'text/plain', body: `User-agent: *\nSitemap: https://${SITE}/all.xml\n` },
    };
    const ask = (body: object) => w.post('/api/rpc/website/inspectFirst', { url: `https://${SITE}/`, ...body });
    expect((await ask({ secret: 'x' })).status).toBe(404);
    expect((await ask({ secret })).body).toEqual({
      address: `https://${SITE}/`,
      title: { value: 'Havn & Hei', foundIn: '<meta property="og:site_name">' },
      language: { value: 'nb-NO', foundIn: '<html lang>' },
      colour: { value: '#0f766e', foundIn: '<meta name="theme-color">' },
      logo: { value: `https://${SITE}/logo.png`, foundIn: '<link rel="apple-touch-icon">' },
      timeZone: { value: 'Europe/Oslo', foundIn: '<html lang>' },
      sitemap: { value: `https://${SITE}/all.xml`, foundIn: 'robots.txt' },
    });
    owner = await w.owner();
    expect((await ask({ secret })).status).toBe(404);
  });

  it('is read for admins, and says what it lacks and what can’t be read', async () => {
    pages = { '/': { body: '<p>Hello' }, '/sitemap.xml': { type: 'application/xml', body: '<urlset/>' } };
    const read = (url: string, by: Person = owner) =>
      w.get(`/api/rpc/website/inspect?${new URLSearchParams({ orgId: owner.orgId, url })}`, by);
    expect((await read(`http://${SITE}/`)).body).toMatchObject({
      ...{ title: null, language: null, colour: null, logo: null, timeZone: null },
      sitemap: { value: `https://${SITE}/sitemap.xml` },
    });
    for (const url of [
      'x',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://nowhere.example.org/',
      `https://${SITE}/x`,
    ])
      expect((await read(url)).status, url).toBe(404);
    expect((await read(`https://${SITE}/`, await w.invited(owner, 'member', 'Mia'))).status).toBe(403);
  });
});

describe('an install', () => {
  let inboxId: string;
  const tag = () => `<script async src="${CHAT}/embed/v1/${inboxId}.js"></script>`;
  const verify = async (path = '/') => {
    const body = { orgId: owner.orgId, inboxId, url: `https://${SITE}${path}` };
    const answer = await w.post('/api/rpc/inboxes/verifyInstall', body, owner);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const codes = async (path?: string): Promise<string[]> =>
    (await verify(path)).findings.map(({ code }: { code: string }) => code);

  it('is found, with the visitors who have come from there', async () => {
    const inbox = { orgId: owner.orgId, name: 'Havn', allowedOrigins: [`https://${SITE}`], live: true };
    ({ inboxId } = (await w.post('/api/rpc/inboxes/create', inbox, owner)).body);
    pages = { '/': { body: tag(), policy: `script-src ${CHAT}; frame-src ${CHAT}` } };
    expect(await codes()).toEqual(['ok_from_outside']);
    w.workspace.noteVisit({ inbox: inboxId, origin: `https://${SITE}`, sdk: 'embed-headless/0.1.0' });
    expect((await verify()).sessions).toMatchObject([
      { origin: `https://${SITE}`, loaderVersion: 'embed-headless/0.1.0' },
    ]);
  });

  it.each([
    ['no tag', () => '<p>Hello</p>', '', ['no_script', 'ok_from_outside']],
    ['a tag in a comment', () => `<!-- ${tag()} -->`, '', ['no_script', 'ok_from_outside']],
    ['another inbox', () => tag().replaceAll(inboxId, 'demo'), '', ['wrong_inbox']],
    ['another server', () => tag().replace(CHAT, 'https://other.example'), '', ['wrong_server']],
    ['a policy without either', tag, "default-src 'self'", ['script_blocked', 'csp_frame']],
    ['a policy without the frame', tag, `default-src 'none'; script-src ${CHAT}/embed/`, ['csp_frame']],
    ['a nonce that the tag lacks', tag, `script-src 'nonce-abc' 'strict-dynamic' ${CHAT}`, ['script_blocked']],
    ['a nonce', () => tag().replace('async', 'nonce="abc" async'), "script-src 'nonce-abc'", ['ok_from_outside']],
    ['two policies, of which one forbids it', tag, `frame-src ${CHAT}, frame-src 'none'`, ['csp_frame']],
    [
      'a policy in the page',
      () => `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">${tag()}`,
      '',
      ['csp_frame'],
    ],
    [
      'an address by the inbox’s id in the tag',
      () => `<script src="${CHAT}/embed/v1.js" data-inbox-id="${inboxId}"></script>`,
      '',
      ['ok_from_outside'],
    ],
  ])('is judged with %s', async (_what, body, policy, wanted) => {
    pages = { '/': { body: body(), policy } };
    expect(await codes()).toEqual(wanted);
  });

  it('is missing on a page that can’t be read, and where the inbox is not live or not allowed', async () => {
    expect(await codes('/gone')).toEqual(['page_unreachable']);
    pages = { '/': { body: tag() } };
    const change = {
      orgId: owner.orgId,
      inboxId,
      version: 1,
      state: 'paused',
      allowedOrigins: ['https://havn.example'],
    };
    expect((await w.post('/api/rpc/inboxes/update', change, owner)).status).toBe(200);
    expect(await codes()).toEqual(['inbox_not_live', 'origin_not_allowed']);
  });
});
