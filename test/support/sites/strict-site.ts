/**
 * Pages with the strictest Content-Security-Policies that allow the embed script and the frame, each on an origin of its own.
 * There are two servers: one answers from articles, the other with a scripted model, which can call the page's functions.
 */
import { type Loopback, openLoopback } from '../model-provider/loopback-server.js';
import { freePort } from '../server/free-port.js';
import { Service } from '../server/start-service.js';
import { type ServedPage, servePage } from './serve-page.js';
import { inboxesFor, SHOP_KEY } from './start-site.js';

const NONCE = 'bm9uY2Ugb2YgdGhpcyBwYWdl';
const HARDENED = "base-uri 'none'; object-src 'none'; form-action 'none'";

interface Strictness {
  readonly name: string;
  policy(chat: string): string;
  tag(chat: string, pinned: { readonly file: string; readonly integrity: string }): string;
}

export const STRICTNESS: readonly Strictness[] = [
  {
    name: 'a nonce and strict-dynamic',
    policy: (chat) =>
      `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; frame-src ${chat}; ${HARDENED}`,
    tag: (chat) => `<script nonce="${NONCE}" async src="${chat}/embed/v1/demo.js"></script>`,
  },
  {
    name: 'nothing but the script of an inbox by its address and the frame',
    policy: (chat) => `default-src 'none'; script-src ${chat}/embed/v1/demo.js; frame-src ${chat}; ${HARDENED}`,
    tag: (chat) => `<script async src="${chat}/embed/v1/demo.js"></script>`,
  },
  {
    name: 'nothing but the script by its address and the frame',
    policy: (chat) => `default-src 'none'; script-src ${chat}/embed/v1.js; frame-src ${chat}; ${HARDENED}`,
    tag: (chat) => `<script async src="${chat}/embed/v1.js" data-inbox-id="demo"></script>`,
  },
  {
    name: 'trusted types, of which none exist',
    policy: (chat) =>
      `default-src 'none'; script-src 'nonce-${NONCE}'; frame-src ${chat}; ${HARDENED}; require-trusted-types-for 'script'; trusted-types 'none'`,
    tag: (chat) => `<script nonce="${NONCE}" async src="${chat}/embed/v1.js" data-inbox-id="demo"></script>`,
  },
  {
    name: 'a pinned script with its integrity',
    policy: (chat) => `default-src 'none'; script-src ${chat}/embed/; frame-src ${chat}; ${HARDENED}`,
    tag: (chat, { file, integrity }) =>
      `<script async src="${chat}${file}" integrity="${integrity}" crossorigin="anonymous" data-inbox-id="demo"></script>`,
  },
];

/** Which server a page uses. */
export type Answering = 'articles' | 'model';

export interface StrictSite {
  /** The model provider of the second server. */
  readonly provider: Loopback;
  service(answering: Answering): Service;
  /** The address of the page with this policy, named as in STRICTNESS. */
  page(name: string, answering: Answering): string;
  dispose(): Promise<void>;
}

export async function startStrictSite(): Promise<StrictSite> {
  const provider = await openLoopback(['chat-loopback']);
  const wanted = (['articles', 'model'] as const).flatMap((answering) =>
    STRICTNESS.map((strictness) => ({ answering, ...strictness })),
  );
  const ports = await Promise.all(wanted.map(() => freePort()));
  const inboxes = inboxesFor(ports.map((port) => `http://localhost:${port}`));
  const DEMO_IDENTITY_KEYS = JSON.stringify([{ kid: SHOP_KEY.kid, secret: SHOP_KEY.secret }]);
  const services = {
    articles: await Service.start({ inboxDir: inboxes.folder, env: { DEMO_IDENTITY_KEYS } }),
    model: await Service.start({
      inboxDir: inboxes.folder,
      env: { DEMO_IDENTITY_KEYS, OPENAI_BASE_URL: `${provider.origin}/v1` },
    }),
  };
  const pages = new Map<string, ServedPage>();
  for (const [at, { name, answering, policy, tag }] of wanted.entries()) {
    const { origin } = services[answering];
    const pinned = (await (await fetch(`${origin}/embed/manifest.json`)).json()) as { file: string; integrity: string };
    const html = `<!doctype html><html lang="en"><head><title>Strict</title><meta name="viewport" content="width=device-width, initial-scale=1">${tag(origin, pinned)}</head><body><p>A careful shop.</p><div id="place"></div></body></html>`;
    pages.set(`${answering} ${name}`, await servePage(html, ports[at], policy(origin)));
  }
  return {
    provider,
    service: (answering) => services[answering],
    page: (name, answering) => pages.get(`${answering} ${name}`)?.url ?? '',
    async dispose() {
      await Promise.all([...pages.values()].map((page) => page.close()));
      await Promise.all([services.articles.dispose(), services.model.dispose(), provider.close()]);
      inboxes.remove();
    },
  };
}
