/** Frames that leave nothing in the log. They may be lost. */
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';

export async function stop(client: ClientSession, { conversation }: FrameOf<'stop'>): Promise<void> {
  if (!(await client.owns(conversation))) return client.refuse('not_found', conversation);
  client.deps.bus.publish(conversation, { kind: 'stop' });
}

export async function read(client: ClientSession, { conversation, seq }: FrameOf<'read'>): Promise<void> {
  if (!(await client.owns(conversation))) return client.refuse('not_found', conversation);
  const stored = await client.deps.store.markRead(conversation, seq);
  client.deps.bus.publish(conversation, { kind: 'read', seq: stored });
}

export async function typing(client: ClientSession, { conversation, on }: FrameOf<'typing'>): Promise<void> {
  const { deps, socket } = client;
  if (deps.load() >= 1) return;
  const who = await client.authorIn(conversation);
  if (!who) return client.refuse('not_found', conversation);
  deps.bus.publish(conversation, { kind: 'typing', who, on, from: socket.self });
}

export async function context({ deps, session }: ClientSession, { user }: FrameOf<'context'>): Promise<void> {
  await deps.store.setContact(session.contact, user);
}

export function ping(client: ClientSession, { n }: FrameOf<'ping'>): void {
  client.send({ t: 'pong', n });
}

/** The connection has noted the time of arrival already. */
export function pong(): void {}
