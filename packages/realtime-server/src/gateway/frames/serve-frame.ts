/** Which handler serves which frame: a new frame is one line here, and a file for its subject. */
import { append } from './append.js';
import { follow, history, sync } from './log.js';
import { context, ping, pong, read, stop, typing } from './signals.js';
import type { Serve, Visit, VisitFrame } from './visit.js';

const SERVED: { readonly [Name in VisitFrame['t']]: Serve<Name> } = {
  append,
  follow,
  sync,
  history,
  stop,
  read,
  typing,
  context,
  ping,
  pong,
};

/** Resolves when the frame has been answered; rejects when a store or a bus has failed. */
export async function serveFrame(visit: Visit, frame: VisitFrame): Promise<void> {
  await (SERVED[frame.t] as Serve<VisitFrame['t']>)(visit, frame);
}
