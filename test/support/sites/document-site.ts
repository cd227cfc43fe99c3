/** A customer's site of documents of any type, with any headers, beside a chat server that allows it. */
import { createServer } from 'node:http';
import { freePort } from '../server/free-port.js';
import { Service } from '../server/start-service.js';
import { inboxesFor } from './start-site.js';

export interface SiteDocument {
  readonly body: string | Buffer;
  /** Default: HTML in UTF-8. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DocumentSite {
  readonly service: Service;
  /** Puts a document on the site; returns its address. */
  publish(path: string, document: SiteDocument): string;
  dispose(): Promise<void>;
}

export async function startDocumentSite(): Promise<DocumentSite> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const inboxes = inboxesFor([origin]);
  const service = await Service.start({ inboxDir: inboxes.folder });
  const documents = new Map<string, SiteDocument>();
  const server = createServer(({ url = '/' }, response) => {
    const { body, type = 'text/html; charset=utf-8', headers } = documents.get(url) ?? { body: '' };
    response.writeHead(documents.has(url) ? 200 : 404, { 'Content-Type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  return {
    service,
    publish(path, document) {
      documents.set(path, document);
      return origin + path;
    },
    async dispose() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.dispose();
      inboxes.remove();
    },
  };
}
