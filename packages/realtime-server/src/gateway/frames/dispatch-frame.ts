import type { ClientSession } from '../client-session.js';
import { append } from './append.js';
import { erase, list, open, withdraw } from './conversations.js';
import type { FrameHandler, SessionFrame } from './frame-handler.js';
import { follow, history, sync } from './log.js';
import { logout } from './logout.js';
import { search } from './search.js';
import { context, ping, pong, read, stop, typing } from './signals.js';
import { ofCall, offerTools, toolsFocus } from './tools.js';

const HANDLERS: { readonly [Name in SessionFrame['t']]: FrameHandler<Name> } = {
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
  'tool.claim': ofCall((page, frame) => page.claim(frame)),
  'tool.refuse': ofCall((page, frame) => page.refuse(frame)),
  'tool.decide': ofCall((page, frame) => page.decide(frame)),
  'tool.started': ofCall((page, frame) => page.started(frame)),
  'tool.progress': ofCall((page, frame) => page.progress(frame)),
  'tool.result': ofCall((page, frame) => page.result(frame)),
};

/** Resolves when the frame has been answered; rejects when a store or a bus has failed. */
export async function dispatchFrame(client: ClientSession, frame: SessionFrame): Promise<void> {
  await (HANDLERS[frame.t] as FrameHandler<SessionFrame['t']>)(client, frame);
}
