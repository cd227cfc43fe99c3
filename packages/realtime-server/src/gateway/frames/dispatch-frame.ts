/** Which handler serves which frame: a new frame is one line here, and a file for its subject. */
import { append } from './append.js';
import { erase, list, open, withdraw } from './conversations.js';
import type { FrameHandler, SessionFrame, Visit } from './frame-handler.js';
import { follow, history, sync } from './log.js';
import { logout } from './logout.js';
import { search } from './search.js';
import { context, ping, pong, read, stop, typing } from './signals.js';
import { ofCall, offerTools, toolsFocus } from './tools.js';

const SERVED: { readonly [Name in SessionFrame['t']]: FrameHandler<Name> } = {
  append,
  follow,
  sync,
  history,
  list,
  open,
  erase,
  withdraw,
  search,
  stop,
  read,
  typing,
  context,
  logout,
  ping,
  pong,
  tools: offerTools,
  'tools.focus': toolsFocus,
  'tool.claim': ofCall((seat, frame) => seat.claim(frame)),
  'tool.refuse': ofCall((seat, frame) => seat.refuse(frame)),
  'tool.decide': ofCall((seat, frame) => seat.decide(frame)),
  'tool.started': ofCall((seat, frame) => seat.started(frame)),
  'tool.progress': ofCall((seat, frame) => seat.progress(frame)),
  'tool.result': ofCall((seat, frame) => seat.result(frame)),
};

/** Resolves when the frame has been answered; rejects when a store or a bus has failed. */
export async function dispatchFrame(visit: Visit, frame: SessionFrame): Promise<void> {
  await (SERVED[frame.t] as FrameHandler<SessionFrame['t']>)(visit, frame);
}
