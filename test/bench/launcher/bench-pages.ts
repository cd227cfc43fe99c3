/**
 * The measured pages. Each is the same shop page with another chat: none of ours differs from the floor in anything but what
 * its own script does. The page is on `localhost`, both chats on `127.0.0.1`, which is another site.
 */
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { shopInboxesWithoutArticles } from '../../support/sites/shop-inbox.js';
import { REPORT } from './probe.js';

/**
 * `floor`: the least script that draws a button and makes a frame at the click; `floor-rest` makes it when the page is at
 * rest. The others are ours: by the address with the inbox, with `prefetch` `idle` and `intent`, and by `/embed/v1.js`.
 */
export const CONTENDERS = ['floor', 'floor-rest', 'idle', 'intent', 'v1'] as const;
export type Contender = (typeof CONTENDERS)[number];

export interface BenchPages {
  url(contender: Contender): string;
  /** Where both chats come from. What a page loads elsewhere is its own. */
  isChat(url: string): boolean;
  close(): Promise<void>;
}

const INBOX = 'demo';

export async function startBenchPages(): Promise<BenchPages> {
  const port = await freePort();
  const [shop, floor] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const service = await Service.start({ inboxDir: shopInboxesWithoutArticles({ allowedOrigins: [shop] }) });
  const files = new Map<string, { readonly type: string; readonly text: string }>();
  const add = (path: string, type: string, text: string): void => void files.set(path, { type, text });
  const ours = (path: string, attributes = ''): string =>
    `<script async src="${service.origin}${path}"${attributes}></script>`;
  const tags: Readonly<Record<Contender, string>> = {
    floor: `<script async src="${floor}/floor.js"></script>`,
    'floor-rest': `<script async src="${floor}/floor-rest.js"></script>`,
    idle: ours(`/embed/v1/${INBOX}.js`),
    intent: ours(`/embed/v1/${INBOX}.js`, ' data-prefetch="intent"'),
    v1: ours('/embed/v1.js', ` data-inbox-id="${INBOX}"`),
  };
  for (const contender of CONTENDERS) add(`/${contender}/`, 'text/html', shopPage(tags[contender]));
  add('/floor.js', 'text/javascript', floorScript(`${floor}/frame/`, ''));
  add(
    '/floor-rest.js',
    'text/javascript',
    floorScript(`${floor}/frame/`, 'addEventListener("load",()=>requestIdleCallback(make))'),
  );
  add('/frame/', 'text/html', FLOOR_FRAME);
  add('/frame.js', 'text/javascript', await floorFrameScript());

  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return void response.writeHead(404).end();
    const headers = { 'Content-Type': `${file.type}; charset=utf-8`, 'Cache-Control': 'public, max-age=600' };
    response.writeHead(200, { ...headers, 'Content-Encoding': 'br' }).end(brotliCompressSync(file.text));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    url: (contender) => `${shop}/${contender}/`,
    isChat: (url) => url.startsWith(service.origin) || url.startsWith(floor),
    async close() {
      server.close();
      server.closeAllConnections();
      await service.dispose();
    },
  };
}

function shopPage(tag: string): string {
  const text = 'Shoes for every season, made by hand and repaired by the people who made them. '.repeat(4);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>body { font: 16px/1.5 sans-serif; margin: 0 auto; max-width: 44rem }</style></head>
<body><h1>Shop</h1>${`<p>${text}</p>`.repeat(12)}
<script>self.${REPORT}?.(JSON.stringify({ what: 'started', at: performance.timeOrigin + performance.now() }))</script>${tag}</body></html>`;
}

/** `later`: what makes the frame before a click. */
function floorScript(frameUrl: string, later: string): string {
  return `(()=>{let frame;const host=document.createElement('div'),root=host.attachShadow({mode:'open'}),make=()=>{if(!frame){frame=document.createElement('iframe');frame.src='${frameUrl}';root.append(frame)}return frame};root.innerHTML='<style>button,iframe{position:fixed;right:16px;bottom:16px;border:0}button{width:56px;height:56px;border-radius:50%;background:#06c;color:#fff}iframe{bottom:84px;width:400px;height:600px;border-radius:16px;box-shadow:0 4px 24px #0004}iframe:not(.open){display:none}</style><button aria-label="Open chat">Chat</button>';root.querySelector('button').onclick=()=>{make().classList.toggle('open');frame.focus()};document.body.append(host);${later}})()`;
}

const FLOOR_FRAME =
  '<!doctype html><meta charset="utf-8"><title>Chat</title><style>body{margin:0;font:14px sans-serif}textarea{width:90%}</style><body><script type="module" src="/frame.js"></script>';

async function floorFrameScript(): Promise<string> {
  const input = new URL('floor-frame.mjs', import.meta.url).pathname;
  const options = { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input } };
  const { output } = (await build({ configFile: false, logLevel: 'error', build: options })) as Rollup.RollupOutput;
  return output[0].code;
}
