/**
 * A shop whose chat runs on the shop's own domain, as `chat.shop.example` does for `shop.example`. The widget's frame and a
 * page on the chat's own origin then share their storage, so they belong to the same visitor. Here the domain is `localhost`
 * and the two origins differ in their ports.
 */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { startDemo } from '../../../demo/server.mjs';
import { freePort } from '../server/free-port.js';
import { Service } from '../server/start-service.js';
import { inboxesFor } from './start-site.js';

export interface SameDomain {
  /** The shop, with the widget on every page. */
  readonly shop: string;
  /** The headless page, on the chat's own origin. */
  readonly correspondence: string;
  dispose(): Promise<void>;
}

export async function startSameDomain(): Promise<SameDomain> {
  const [servicePort, chatPort, shopPort] = [await freePort(), await freePort(), await freePort()];
  const shop = `http://localhost:${shopPort}`;
  const chat = `http://localhost:${chatPort}`;
  const inboxes = inboxesFor([shop]);
  const service = await Service.start({ port: servicePort, inboxDir: inboxes.folder });
  const demo = await startDemo({ port: shopPort, chatOrigin: chat });

  // The reverse proxy of the chat's origin: serves the shop's built page by its path and forwards everything else to the chat server.
  const proxy = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const from = /^\/(?:correspondence\.|shop\.|mark\.svg|[^/]+\.js$)/.test(path) ? shop : service.origin;
    const answer = await fetch(from + path, { headers: { Host: `localhost:${chatPort}` } });
    // The page is served from the chat's origin but belongs to the shop: a session belongs to the site it started on.
    const body = path.endsWith('.html')
      ? (await answer.text()).replace('data-chat-origin', `data-host-origin="${shop}" data-chat-origin`)
      : Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/encoding|length|connection/.test(name)),
    );
    response.writeHead(answer.status, headers).end(body);
  });
  proxy.on('upgrade', (request, visitor, head) => {
    const upstream = connect(servicePort, '127.0.0.1', () => {
      const lines = request.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines}\r\n`);
      upstream.write(head);
      upstream.pipe(visitor).pipe(upstream);
    });
    for (const [one, other] of [
      [upstream, visitor],
      [visitor, upstream],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(chatPort, resolve));

  return {
    shop,
    correspondence: `${chat}/correspondence.html`,
    async dispose() {
      proxy.close();
      proxy.closeAllConnections();
      await demo.close();
      await service.dispose();
      inboxes.remove();
    },
  };
}
