/** What a visitor has received of answers, and what they must not receive. */
import type { LogBody, LogEvent } from '@service/protocol';
import { expect } from 'vitest';
import type { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import type { Backed } from './model-backends.js';

type Completed = Extract<LogBody, { kind: 'answer.completed' }>;
type Interrupted = Extract<LogBody, { kind: 'answer.interrupted' }>;

const bodies = (events: readonly LogEvent[]): readonly LogBody[] => events.map(({ body }) => body);
export const ends = (client: WireClient) =>
  bodies(client.events).filter(
    (body): body is Completed | Interrupted => body.kind === 'answer.completed' || body.kind === 'answer.interrupted',
  );

export async function answered(client: WireClient, count = 1): Promise<Completed> {
  await client.until(() => ends(client).length >= count, `${count} answers`);
  const end = ends(client)[count - 1] as Completed;
  expect(end.kind).toBe('answer.completed');
  return end;
}

/** No visitor and no log may get the provider's own error text, or a key. */
export function expectDiscreet(client: WireClient, server: Backed): void {
  const seen = JSON.stringify([client.frames, server.failures, server.problems.map(({ message }) => message)]);
  expect(seen).not.toMatch(/sk-the|secret|It broke|127\.0\.0\.1/);
}

export const latch = (): { readonly passed: Promise<void>; readonly open: () => void } => {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
};
