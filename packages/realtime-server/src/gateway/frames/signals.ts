/** Frames that leave nothing in the log: they may be lost, and nothing that matters depends on them. */
import type { FrameOf, Visit } from './frame-handler.js';

export async function stop(visit: Visit, { conversation }: FrameOf<'stop'>): Promise<void> {
  if (!(await visit.owns(conversation))) return visit.refuse('not_found', conversation);
  visit.deps.bus.publish(conversation, { kind: 'stop' });
}

export async function read(visit: Visit, { conversation, seq }: FrameOf<'read'>): Promise<void> {
  if (!(await visit.owns(conversation))) return visit.refuse('not_found', conversation);
  const kept = await visit.deps.store.markRead(conversation, seq);
  visit.deps.bus.publish(conversation, { kind: 'read', seq: kept });
}

export async function typing(visit: Visit, { conversation, on }: FrameOf<'typing'>): Promise<void> {
  const { deps, self } = visit;
  if (deps.load() >= 1) return;
  const who = await visit.writerIn(conversation);
  if (!who) return visit.refuse('not_found', conversation);
  deps.bus.publish(conversation, { kind: 'typing', who, on, from: self });
}

export async function context({ deps, session }: Visit, { user }: FrameOf<'context'>): Promise<void> {
  await deps.store.setContact(session.contact, user);
}

export function ping(visit: Visit, { n }: FrameOf<'ping'>): void {
  visit.send({ t: 'pong', n });
}

/** That something came was noted when it came. */
export function pong(): void {}
