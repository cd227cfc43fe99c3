/** A program that knows the MCP address alone: it registers itself, and asks a person in the browser, as the official client does it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

/** A person opens the address in the browser, and lets the program in. */
export type LetIn = (address: string) => Promise<void>;

export async function linkProgram(
  address: URL,
  info: { readonly name: string; readonly version: string },
  letIn: LetIn,
): Promise<Client> {
  const waiting = await waitForAnswer();
  const { asked, provider } = memory(waiting.address, info.name);
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
  const first = new Client(info);
  const refused = await first.connect(transport).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refused instanceof UnauthorizedError)) throw new Error(`It was not asked to link itself: ${refused}`);
  await letIn(asked());
  await transport.finishAuth(await waiting.answered);
  const client = new Client(info);
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
  return client;
}

/** The page at which the program waits, on the person's own machine. */
async function waitForAnswer() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answered = new Promise<URLSearchParams>((resolve) => {
    server.on('request', ({ url = '/' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Linked</title><p>Linked.</p>');
      if (pathname !== '/callback') return;
      resolve(searchParams);
      server.close();
    });
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, answered };
}

/** What a program stores while it links itself. */
function memory(redirectUrl: string, name: string) {
  let asked = '';
  let verifier = '';
  let known: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let discovered: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => known,
    saveClientInformation: (given) => {
      known = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      asked = url.href;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovered,
    saveDiscoveryState: (given) => {
      discovered = given;
    },
  };
  return { provider, asked: () => asked };
}
