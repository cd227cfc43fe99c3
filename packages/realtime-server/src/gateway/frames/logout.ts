import type { ClientSession } from '../client-session.js';

/** Ends the session and closes its sockets on all nodes. The close is the answer. */
export async function logout({ deps, session }: ClientSession): Promise<void> {
  await deps.store.endSession(session.id, 'logout', deps.clock.now());
  deps.live.closeEverywhere(session.id, 'logout');
}
