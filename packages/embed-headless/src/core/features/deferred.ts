/** The modules that every connected client needs, but not to connect: loaded together, after the connection was asked for. */
import type { PageFrame, ServerTypingFrame } from '@service/protocol';
import { findOrphans, orphansFound, requestOrphans } from '../outbox/orphaned-messages.js';
import {
  clearStorage,
  consentWithdrawn,
  sessionChanged,
  watchSession,
  withdrawConsent,
} from '../session/session-end.js';
import { erasurePrefix } from '../session/storage-keys.js';
import type { EffectContext, Feature } from '../state/feature.js';
import type { ForeignFrame } from '../state/input.js';
import { unreadCount } from '../state/model.js';
import { emit, type Transition } from '../state/transition.js';
import { alertIsDue, claimAlert, newsArrived } from './alerts.js';
import {
  connectedAgain,
  conversationFrameReceived,
  conversationRefused,
  conversationRequested,
  repeatRequests,
} from './conversations.js';
import {
  act,
  type DeferredEffect,
  type DeferredInput,
  type DeferredState,
  INITIAL_STATE,
  update,
} from './deferred-state.js';
import {
  continueHistory,
  deliverTranscript,
  loadOlder,
  loadTranscript,
  olderPageReceived,
  olderPageRefused,
  rejectTranscripts,
} from './history.js';
import { handoffChanged, queueReceived } from './queue.js';
import { optionsRead, userGiven } from './read-options.js';
import { seenReceived, withReceipts } from './receipts.js';
import { failSearches, search, searchRefused, searchResultReceived } from './search.js';
import { authorHasWritten, typingExpired, typingReceived } from './typing.js';

export const deferred: Feature<DeferredState, DeferredInput, DeferredEffect> = {
  initialState: INITIAL_STATE,
  onInput,
  view: (
    { typing, queue, seen, wantsOlder, olderRequest, conversations, listing, erasing },
    { handledBy, timeline },
    model,
  ) => ({
    typing: typing.map(({ who }) => who),
    queue: handledBy === 'queued' ? queue : null,
    timeline: withReceipts(timeline, model, seen),
    loadingOlder: wantsOlder || olderRequest !== null,
    conversations,
    loadingConversations: listing,
    erasing,
  }),
  onFrame,
  onRefused: (tx, { re, retry, retryAfterMs = 1_000 }) =>
    conversationRefused(tx, re, retry, retryAfterMs) ||
    olderPageRefused(tx, re, retry, retryAfterMs) ||
    (re !== undefined && searchRefused(tx, re)),
  onWelcome: connectedAgain,
  onLive: continueHistory,
  onDisconnect(tx) {
    failSearches(tx);
    update(tx, { olderRequest: null, typing: [], queue: null });
  },
  onConversationLeft(tx) {
    rejectTranscripts(tx);
    update(tx, { typing: [], queue: null, seen: 0, alertDue: 0 });
  },
  onVisitorReset: failSearches,
  onEvent(tx, event) {
    authorHasWritten(tx, event.by);
    handoffChanged(tx, event);
  },
  onTimer(tx, timer) {
    TIMERS[timer]?.(tx);
  },
  runEffect,
};

const TIMERS: Readonly<Record<string, (tx: Transition) => void>> = {
  alert: alertIsDue,
  conversations: repeatRequests,
  history: continueHistory,
  orphans: requestOrphans,
  typing: typingExpired,
};

function onInput(tx: Transition, input: DeferredInput): void {
  switch (input.type) {
    case 'load-older':
      return loadOlder(tx);
    case 'load-transcript':
      return loadTranscript(tx, input.callback);
    case 'search':
      return search(tx, input.text, input.callback);
    case 'news':
      return newsArrived(tx, input.seq);
    case 'alert':
      return emit(tx, 'alert', { unread: unreadCount(tx.model) });
    case 'find-orphans':
      return requestOrphans(tx);
    case 'orphans-found':
      return orphansFound(tx, input);
    case 'watch-session':
      return act(tx, { do: 'watch-session' });
    case 'session-changed':
      return sessionChanged(tx, input.value, input.asked);
    case 'withdraw-consent':
      return withdrawConsent(tx);
    case 'consent-withdrawn':
      return consentWithdrawn(tx);
    case 'options':
      return optionsRead(tx, input.given, input.problems);
    case 'user':
      return userGiven(tx, input.user, input.isWhole);
    default:
      return conversationRequested(tx, input);
  }
}

function onFrame(tx: Transition, frame: ForeignFrame): boolean {
  switch (frame.t) {
    case 'typing':
      typingReceived(tx, frame as ServerTypingFrame);
      return true;
    case 'page':
      olderPageReceived(tx, frame as PageFrame);
      return true;
    case 'line':
      return queueReceived(tx, frame);
    case 'seen':
      return seenReceived(tx, frame);
    case 'found':
      return searchResultReceived(tx, frame);
    case 'conversations':
    case 'opened':
    case 'erased':
      return conversationFrameReceived(tx, frame);
    default:
      // A type of a newer server, such as `typing.more`.
      return true;
  }
}

function runEffect(effect: DeferredEffect, context: EffectContext<DeferredInput>): void | Promise<void> {
  switch (effect.do) {
    case 'note-erasure': {
      const { storage } = context.ports;
      const key = erasurePrefix(context.root) + effect.conversation;
      return effect.pending ? void storage.set(key, '') : storage.remove(key);
    }
    case 'deliver-transcript':
      return deliverTranscript(effect.callbacks, effect.log);
    case 'deliver-search':
      return effect.callback(effect.found);
    case 'claim-alert':
      return claimAlert(effect, context);
    case 'find-orphans':
      return findOrphans(context);
    case 'watch-session':
      return watchSession(context);
    case 'clear-storage':
    case 'clear-storage-of':
      return clearStorage(effect, context);
  }
}
