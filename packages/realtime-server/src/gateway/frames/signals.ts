/** Frames that leave nothing in the log. They may be lost. */
import { ADMISSION_LIMITS } from '../admission/admission-limits.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';

export async function stop(client: ClientSession, { conversation }: FrameOf<'stop'>): Promise<void> {
  if (!(await client.waitForSignalBudget())) return;
  if (!(await client.owns(conversation))) return client.refuse('not_found', conversation);
  client.deps.bus.publish(conversation, { kind: 'stop' });
}

export async function read(client: ClientSession, { conversation, seq }: FrameOf<'read'>): Promise<void> {
  if (!(await client.waitForSignalBudget())) return;
  if (!(await client.owns(conversation))) return client.refuse('not_found', conversation);
  const stored = await client.deps.store.markRead(conversation, seq);
  client.deps.bus.publish(conversation, { kind: 'read', seq: stored });
}

export async function typing(client: ClientSession, { conversation, on }: FrameOf<'typing'>): Promise<void> {
  const { deps, socket } = client;
  if (deps.load() >= 1 || !client.takeSignalBudget()) return;
  const who = await client.authorIn(conversation);
  if (!who) return client.refuse('not_found', conversation);
  deps.bus.publish(conversation, { kind: 'typing', who, on, from: socket.self });
}

/** Never refused: it waits when there are too many, because the last one counts. */
export async function context(client: ClientSession, frame: FrameOf<'context'>): Promise<void> {
  if (await client.waitForReadBudget(ADMISSION_LIMITS.readsPerContext)) await client.storeContext(frame);
}

export function ping(client: ClientSession, { n }: FrameOf<'ping'>): void {
  client.send({ t: 'pong', n });
}

/** The connection has noted the time of arrival already. */
export function pong(): void {}
