/** A workspace at an address, as programs of their own reach it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestWorkspace } from './open-test-workspace.js';

export interface ServedWorkspace {
  /** `http://127.0.0.1:…`. */
  readonly url: string;
  /** What was asked for since the start: method, path, and the names of the headers that can hold a credential. */
  readonly asked: readonly string[];
  close(): void;
}

const CREDENTIALS = ['authorization', 'cookie', 'x-api-key'];

export async function serveWorkspace({ workspace }: TestWorkspace): Promise<ServedWorkspace> {
  const asked: string[] = [];
  const http = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    asked.push([method, url, ...CREDENTIALS.filter((name) => name in headers)].join(' '));
    const body = await request.toArray();
    const answer = await workspace.routes(
      new Request(`http://localhost:4600${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      }),
      null,
    );
    response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []));
    response.end(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)));
  });
  // A client on a busy machine would use a connection again just when it is given up.
  http.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
}
