/** Asks a judge of the protocol about a server. It brings no credential of its own where it can't, so one is added on the way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { judgeProgram } from '../../../scripts/setup/fetched/judges.mjs';

export interface Verdict {
  readonly code: number | null;
  readonly stdout: string;
  /** Of both outputs. */
  readonly text: string;
}

export async function askJudge(judge: Parameters<typeof judgeProgram>[0], args: readonly string[]): Promise<Verdict> {
  const child = spawn(process.execPath, [judgeProgram(judge), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk) => stdout.push(String(chunk)));
  child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout.join(''), text: [...stdout, ...stderr].join('') };
}

export interface Forwarder {
  /** Of the MCP address behind it. */
  readonly url: string;
  close(): void;
}

/** Passes every request on as it came, with the credential. The server sees its own name where the forwarder's was asked for. */
export async function forwardWith(token: string, target: URL): Promise<Forwarder> {
  let own = '';
  const named = (value: string | undefined): string | undefined => value?.replace(own, target.host);
  const server = createServer((incoming, response) => {
    const { host, origin, ...headers } = incoming.headers;
    const passed = { ...headers, host: named(host), ...(origin && { origin: named(origin) }) };
    const onward = request(target, {
      method: incoming.method,
      headers: { ...passed, authorization: `Bearer ${token}` },
      setHost: false,
    });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${own}${target.pathname}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
