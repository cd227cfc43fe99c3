import type { CheckedClientFrame } from '@service/protocol/schema';
import type { ClientSession } from '../client-session.js';

/** Every frame but the hello, which opens the session. */
export type SessionFrame = Exclude<CheckedClientFrame, { t: 'hello' }>;
export type FrameOf<Name extends SessionFrame['t']> = Extract<SessionFrame, { t: Name }>;
export type FrameHandler<Name extends SessionFrame['t']> = (
  client: ClientSession,
  frame: FrameOf<Name>,
) => Promise<void> | void;
