/** The server of a test of client tools. The end of each test ends it. */
import { afterEach } from 'vitest';
import type { ToolCall } from '../../dist/conversation/answering/client-tool-calls.js';
import { serve, type TestServer } from '../support/serve.js';
import { caller, type PageByHand } from './scripted-page.js';

export let server: TestServer;
afterEach(() => server.dispose());

export const TAB = ['instance-aaaa', 'instance-bbbb', 'instance-cccc'] as const;
export const call = (id: string, name: string, args: unknown = { order: 'A-1001' }): ToolCall => ({ id, name, args });
export const ok = { ok: true, json: '{"state":"shipped"}' } as const;

/** Begins the server of a test; the end of the test ends it. */
export async function begin(...how: Parameters<typeof serve>): Promise<void> {
  server = await serve(...how);
}

/** Begins a server whose answerer makes these calls. */
export async function answering(...calls: readonly ToolCall[]) {
  const made = caller(() => calls);
  await begin(made.script);
  return made;
}

/** Settled results of the first turn. */
export async function results(page: PageByHand, made: { results: readonly (readonly unknown[])[] }) {
  await page.wire.until(() => made.results.length > 0, 'the answer to go on');
  return made.results[0];
}
