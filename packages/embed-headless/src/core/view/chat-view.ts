/** The machine's model as the snapshot a screen reads. */
import type { ConnectionName } from '@service/protocol';
import type { ChatState } from '../api/chat-state.js';
import { isConnected, type ConnectionState } from '../connection/connection-state.js';
import { isShownIn, countUnsent } from '../outbox/outbox.js';
import type { FeatureName } from '../state/feature.js';
import { type Model, unreadIn } from '../state/model.js';
import { timelineOf } from './timeline.js';
import { turnOf } from './turn.js';

/** What the model can't know: what the browser says of its network, whether anything outlives the page, what the page asks for. */
export interface Circumstances {
  readonly online: boolean;
  readonly durable: boolean;
  readonly gated: boolean;
}

export function viewOf(model: Model, { online, durable, gated }: Circumstances): ChatState {
  const { log, outbox, streams } = model;
  const events = log?.events ?? [];
  const handledBy = log?.handler ?? 'agent';
  const here = outbox.items.filter((item) => isShownIn(item, model.conversation));
  const waiting = here.filter((item) => !item.failed && item.body.kind === 'message').length;
  const own: ChatState = {
    connection: connectionName(model.connection, online),
    turn: turnOf(events, handledBy, waiting),
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
    unread: log ? unreadIn(log) : 0,
    readUpTo: log?.read ?? 0,
    outbox: countUnsent(outbox),
    identified: false,
    uploads: [],
    storage: durable ? 'persistent' : 'memory',
    consentNeeded: gated || model.problem?.code === 'consent_required',
    problem: model.problem,
  };
  // What only a feature knows. Before it is loaded, the state above says that there is none of it.
  for (const name of Object.keys(model.features) as readonly FeatureName[])
    Object.assign(own, model.features[name]?.view?.(model.featureStates[name] as never, own, model));
  return own;
}

/** How the link looks from outside. A drain is the server's business, so it looks connected until the next line fails. */
export function connectionName(link: ConnectionState, online: boolean): ConnectionName {
  if (isConnected(link)) return 'connected';
  if (link.phase === 'stopped') return 'closed';
  if (link.phase !== 'connecting' && link.phase !== 'waiting') return 'idle';
  if (!online) return 'offline';
  if (link.drainWindowMs !== null) return 'connected';
  return link.everLive || link.attempt > 0 ? 'reconnecting' : 'connecting';
}
