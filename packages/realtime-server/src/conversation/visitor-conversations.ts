/**
 * A visitor lists their conversations, begins, switches to or erases one, or withdraws consent. The store decides first; other tabs
 * and nodes are notified afterwards, and a node that misses the notice finds the change in the store.
 */
import {
  CONVERSATION_LIMITS,
  type ConversationSummary,
  countsAsUnread,
  FRAME_LIMITS,
  type Handler,
  isBlank,
  isFinishedMessage,
  type LogEvent,
  truncate,
} from '@service/protocol';
import type { Bus } from '../bus/bus.js';
import type { Clock } from '../runtime/clock.js';
import type { Conversation, Store } from '../store/store.js';
import { newEpoch, newId } from './ids.js';
import type { HandoffQueues } from './queue/handoff-queue.js';
import type { OpenSession, SessionsDeps } from './sessions/sessions.js';

export interface VisitorConversationsDeps extends SessionsDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly queues: Pick<HandoffQueues, 'changed' | 'committed'>;
  /** Called when something was erased: its files are to be removed. */
  readonly onErased: () => void;
  /** Where calls of pages' functions are carried through. */
  readonly tools: { onLogEvent(conversation: string, event: LogEvent, handler: Handler): void };
}

/**
 * The conversations that have begun, the one with the latest message first: what else happens in one, and an answer that is
 * still being written, brings it no further up.
 */
export async function listConversations(store: Store, contact: string): Promise<readonly ConversationSummary[]> {
  const begun = await store.conversationsOf(contact, CONVERSATION_LIMITS.listedConversations);
  const summaries = await Promise.all(begun.map(async (each) => summaryOf(each, await endOf(store, each))));
  return summaries.sort((a, b) => b.at - a.at);
}

/** After the latest message there are at most a few other events, such as a started answer or a joined operator. */
const LOOK_BACK = 4;

/** As much of the end of a log as the list shows something of: what was not read, and the latest words. */
async function endOf(store: Store, { id, head, read }: Conversation): Promise<readonly LogEvent[]> {
  const most = FRAME_LIMITS.snapshotEvents;
  const some = Math.min(Math.max(head - read, LOOK_BACK), most);
  const events = await store.eventsBefore(id, head + 1, some);
  const isEnough = some === most || some >= head || events.some(hasWords);
  return isEnough ? events : store.eventsBefore(id, head + 1, most);
}

function hasWords({ body }: LogEvent): boolean {
  return 'text' in body && !isBlank(body.text);
}

/** `events`: the last ones of the conversation, ascending. */
export function summaryOf({ id, handler, read }: Conversation, events: readonly LogEvent[]): ConversationSummary {
  const last = events.findLast(hasWords);
  const text = last && 'text' in last.body ? last.body.text : '';
  return {
    conversation: id,
    text: shortened(text),
    at: (events.findLast(isFinishedMessage) ?? events.at(-1))?.at ?? 0,
    unread: events.filter((event) => event.seq > read && countsAsUnread(event)).length,
    handler,
  };
}

/** Cut between words where there are some. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= CONVERSATION_LIMITS.summaryLength) return line;
  const cut = truncate(line, CONVERSATION_LIMITS.summaryLength - 1);
  return `${truncate(cut, Math.max(cut.lastIndexOf(' '), CONVERSATION_LIMITS.summaryLength / 2))}…`;
}

/** Begins another conversation, or finds the one that this very request has begun. Null: the session has ended. */
export function beginConversation(
  { store, random, clock }: VisitorConversationsDeps,
  session: OpenSession,
  key: string,
): Promise<Conversation | null> {
  const [conversation, epoch] = [newId('cnv', random), newEpoch(random)];
  return store.startConversation({ session: session.id, key, conversation, epoch, at: clock.now() });
}

/** Erases it completely. A running answer ends, and every tab that shows the conversation is notified. */
export async function eraseConversation(
  { store, bus, random, clock, queues, onErased }: VisitorConversationsDeps,
  conversation: string,
): Promise<void> {
  const next = { conversation: newId('cnv', random), epoch: newEpoch(random) };
  await store.eraseConversation({ conversation, at: clock.now(), next });
  bus.publish(conversation, { kind: 'erased' });
  queues.changed(conversation);
  onErased();
}

/**
 * Sessions and conversations end in one transaction, because the visitor cannot return to finish. Running answers and waiting
 * operators are notified afterwards. Returns the sessions whose sockets must close.
 */
export async function withdrawConsent(
  { store, bus, clock, queues, tools, onErased }: VisitorConversationsDeps,
  session: OpenSession,
): Promise<readonly string[]> {
  const { sessions, closed } = await store.withdrawConsent(session.id, clock.now());
  for (const { conversation, epoch, event } of closed) {
    bus.publish(conversation, { kind: 'event', epoch, event });
    tools.onLogEvent(conversation, event, 'closed');
    queues.committed(conversation, event);
  }
  onErased();
  return sessions;
}
