import type { ConnectionName } from '@service/protocol';
import type { ChatState } from '../api/chat-state.js';
import { type ConnectionState, isConnected } from '../connection/connection-state.js';
import { countUnsent, isShownIn } from '../outbox/outbox.js';
import { loadedFeatures } from '../state/feature.js';
import { type Model, unreadCount } from '../state/model.js';
import { timelineOf } from './timeline.js';
import { turnOf } from './turn.js';

/** What the model can't know. */
export interface Circumstances {
  readonly online: boolean;
  /** The browser's storage works. */
  readonly durable: boolean;
  /** The visitor has to agree first. */
  readonly gated: boolean;
}

/** The model as the snapshot that a screen reads. */
export function viewOf(model: Model, { online, durable, gated }: Circumstances): ChatState {
  const { log, outbox, streams } = model;
  const events = log?.events ?? [];
  const handledBy = log?.handler ?? 'agent';
  const here = outbox.items.filter((item) => isShownIn(item, model.conversation));
  const waiting = here.filter((item) => !item.failed && item.body.kind === 'message').length;
  const turn = turnOf(events, handledBy, waiting);
  const own: ChatState = {
    connection: connectionName(model.connection, online),
    turn,
    status: model.problem ? 'error' : turn,
    handledBy,
    conversation: model.conversation,
    conversations: null,
    loadingConversations: false,
    erasing: [],
    timeline: timelineOf(events, streams, here),
    loaded: log !== null && (log.live || events.length > 0),
    hasOlder: model.hasOlder,
    loadingOlder: false,
    queue: null,
    typing: [],
    unread: unreadCount(model),
    readUpTo: log?.read ?? 0,
    outbox: countUnsent(outbox),
    identified: false,
    uploads: [],
    storage: durable ? 'persistent' : 'memory',
    consentNeeded: gated || model.problem?.code === 'consent_required',
    problem: model.problem,
    paused: model.paused ?? null,
  };
  // Until a feature is loaded, the values above say that there is nothing of it.
  for (const [name, feature] of loadedFeatures(model))
    Object.assign(own, feature.view?.(model.featureStates[name], own, model));
  return own;
}

/** A drain looks connected until the replacement fails: the visitor need not know of it. */
export function connectionName(connection: ConnectionState, online: boolean): ConnectionName {
  if (isConnected(connection)) return 'connected';
  if (connection.phase === 'stopped') return 'closed';
  if (connection.phase !== 'connecting' && connection.phase !== 'waiting') return 'idle';
  if (!online) return 'offline';
  if ('drainWindowMs' in connection && connection.drainWindowMs !== null) return 'connected';
  return connection.everLive || connection.attempt > 0 ? 'reconnecting' : 'connecting';
}
