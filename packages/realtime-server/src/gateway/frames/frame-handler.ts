/**
 * A greeted socket, as whoever serves one of its frames sees it. The handlers know nothing of sockets, pings or silence:
 * they are handed what the frame needs, and answer.
 */
import type { Author, CloseRule, RequestErrorCode, ServerFrame } from '@service/protocol';
import type { CheckedClientFrame } from '@service/protocol/schema';
import type { AppendEvent } from '../../conversation/log/append.js';
import type { LogSubscriberDeps } from '../../conversation/log/log-subscriber.js';
import type { HandoffQueues } from '../../conversation/queue/handoff-queue.js';
import type { OpenSession } from '../../conversation/sessions/sessions.js';
import type { VisitorConversationsDeps } from '../../conversation/visitor-conversations.js';
import type { LoadLevel } from '../../runtime/load-shedding.js';
import type { Conversation } from '../../store/store.js';
import type { PageToolsSession } from '../../tools/page-tools-session.js';
import type { ToolCallService } from '../../tools/tool-call-service.js';
import type { SessionBudgets } from '../admission/admission-control.js';
import type { HandshakeDeps } from '../handshake.js';
import type { LiveSessions } from '../live-sessions.js';

/** What all connections of a node share. */
export interface GatewayDeps extends HandshakeDeps, Omit<LogSubscriberDeps, 'lines'>, VisitorConversationsDeps {
  readonly lines: HandoffQueues;
  readonly append: AppendEvent;
  readonly load: () => LoadLevel;
  readonly tools: ToolCallService;
  readonly live: LiveSessions;
}

export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

export interface Visit {
  readonly deps: GatewayDeps;
  /** Another one after `enter`: the same visitor in another conversation. */
  session: OpenSession;
  /** Names this socket on the bus, so that its own typing is not told back to it. */
  readonly self: string;
  /** What the sockets of this session may still do just now. */
  readonly budgets: SessionBudgets;
  /** Nobody hears an answer any more. */
  readonly isOver: boolean;
  /** The page at this socket, as the one that may carry out functions. */
  readonly seat: PageToolsSession;
  send(frame: ServerFrame): void;
  /** Answers one frame with an error; `re` names it. The connection lives on. */
  refuse(code: RequestErrorCode, re?: string, retryAfterMs?: number): void;
  /** Whether the visitor may see a conversation. A foreign one and one that doesn't exist are the same to whoever asks. */
  owns(conversation: string): Promise<boolean>;
  /** A conversation of this visitor as it stands now; null as above. One that is erased is told to its visitor, and null. */
  find(conversation: string): Promise<Conversation | null>;
  /** Under which name the visitor writes there, or null when it isn't theirs. */
  writerIn(conversation: string): Promise<Author | null>;
  /** Sends what comes after the cursor, and everything new from then on. */
  follow(conversation: string, cursor: Cursor | null): void;
  /** The visitor is in this conversation from now on; what was followed is followed no longer. */
  enter(conversation: Conversation): void;
  tellErased(conversation: string): void;
  close(rule: CloseRule): void;
}

/** Every frame but the greeting, which makes a visit. */
export type SessionFrame = Exclude<CheckedClientFrame, { t: 'hello' }>;
export type FrameOf<Name extends SessionFrame['t']> = Extract<SessionFrame, { t: Name }>;
export type FrameHandler<Name extends SessionFrame['t']> = (visit: Visit, frame: FrameOf<Name>) => Promise<void> | void;

/** What makes rows has one measure, whatever it makes. Says so when it is used up. */
export function takeAppendBudget(visit: Visit, re: string): boolean {
  const allowed = visit.budgets.appends.take(visit.deps.clock.now());
  if (!allowed.ok) visit.refuse('rate_limited', re, allowed.retryAfterMs);
  return allowed.ok;
}

/**
 * What reads many rows has one measure as well: it costs its sender one small frame, and everybody a page of the store. Nobody
 * is refused, because nothing is shown beyond a hole: whoever asks too often waits here, with all they ask after it. False:
 * they left meanwhile.
 */
export async function waitForReadBudget(visit: Visit): Promise<boolean> {
  const { clock } = visit.deps;
  while (!visit.isOver) {
    const turn = visit.budgets.reads.take(clock.now());
    if (turn.ok) return true;
    await new Promise<void>((resolve) => clock.after(turn.retryAfterMs, resolve));
  }
  return false;
}

/** What an overloaded server asks for before the next try, in milliseconds; the client adds its own jitter. */
export const BUSY_RETRY_MS = 5_000;
