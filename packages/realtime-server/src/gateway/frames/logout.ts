/** The visitor leaves: their session ends, and with it every socket it has, on all nodes. Answered by closing. */
import type { Visit } from './frame-handler.js';

export async function logout({ deps, session }: Visit): Promise<void> {
  await deps.store.endSession(session.id, 'logout', deps.clock.now());
  deps.live.closeEverywhere(session.id, 'logout');
}
