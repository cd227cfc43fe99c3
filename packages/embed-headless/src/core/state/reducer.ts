/**
 * The whole client as one pure function: (model, input) → (model, effects). Only says which rule an input belongs to. The rules:
 * connection/ (is there a socket, who are we), log/ (the copy of the log), outbox/ (unsent messages), session/, features/.
 */
import type { ServerFrame } from '@service/protocol';
import { HIDDEN_REST_MS } from '../connection/connection-reducer.js';
import { consentGiven, sendHello, socketClosed, socketRefused, welcomeReceived } from '../connection/handshake.js';
import { updateConnection } from '../connection/update-connection.js';
import {
  deltaReceived,
  eventsReceived,
  followingStarted,
  gapPageReceived,
  learnHead,
  markRead,
  readConfirmed,
  replayEnded,
  requestGap,
  sendRead,
} from '../log/log-sync.js';
import { awaitTools, countUnsent } from '../outbox/outbox.js';
import {
  append,
  discard,
  handOverItems,
  messageStored,
  requestRefused,
  retry,
  sendNext,
} from '../outbox/outbox-transitions.js';
import { sendContext } from '../session/visitor-context.js';
import { turnOf } from '../view/turn.js';
import type { Effect, TimerName } from './effect.js';
import type { Environment } from './environment.js';
import { featureOf } from './feature.js';
import { dispatchToFeature, featureLoaded, featureLoadFailed, retryLoads } from './feature-dispatch.js';
import { type FeatureName, ownerOfFrame } from './feature-names.js';
import type { FrameInput, Input } from './input.js';
import type { Model, Step } from './model.js';
import { patch, requestAnswered, sendFrame, startTimer, type Transition, trySendFrame } from './transition.js';

/** The same inputs at the same moments always give the same steps. */
export function reduce(model: Model, input: Input, env: Environment): Step {
  const effects: Effect[] = [];
  const tx: Transition = { model, effects, env };
  handle(tx, input);
  return { model: tx.model, effects };
}

function handle(tx: Transition, input: Input): void {
  // A late event of an old socket changes nothing.
  if ('generation' in input && input.generation !== tx.model.connection.generation) return;
  const { conversation, outbox } = tx.model;
  switch (input.type) {
    case 'connection':
      if (input.input.type === 'suspend') handOverItems(tx);
      return updateConnection(tx, input.input);
    case 'opened':
      return sendHello(tx, input.token, input.proof);
    case 'closed':
      return socketClosed(tx, input.code, input.reason);
    case 'refused':
      return socketRefused(tx, input.why);
    case 'malformed':
      return updateConnection(tx, { type: 'drop' });
    case 'frame':
      return frameReceived(tx, input);
    case 'feature':
      dispatchToFeature(tx, input.name, input);
      return sendNext(tx);
    case 'loaded':
      featureLoaded(tx, input.name, input.feature, (pending) => handle(tx, pending));
      // The pending inputs may be of an old socket and do nothing: messages wait for them no longer.
      return sendNext(tx);
    case 'load-failed':
      featureLoadFailed(tx, input.name);
      return sendNext(tx);
    case 'timer':
      return expired(tx, input.name);
    case 'consent':
      return consentGiven(tx, input.grant);
    case 'append':
      return append(tx, input.clientId, input.body, { files: input.files });
    case 'retry':
      return retry(tx, input.clientId, input.newId);
    case 'discard':
      return discard(tx, input.clientId);
    case 'stop':
      if (conversation) trySendFrame(tx, { t: 'stop', conversation });
      return;
    case 'typing':
      if (conversation) trySendFrame(tx, { t: 'typing', conversation, on: true });
      return;
    case 'await-tools':
      return patch(tx, { outbox: awaitTools(outbox, input.until) });
    case 'mark-read':
      return markRead(tx);
    case 'page':
      patch(tx, { page: input.page });
      return sendContext(tx);
  }
}

function frameReceived(tx: Transition, input: FrameInput): void {
  updateConnection(tx, { type: 'frame-received' });
  const owner = ownerOfFrame(input.frame.t);
  if (!owner) return coreFrameReceived(tx, input.frame as ServerFrame);
  dispatchToFeature(tx, owner, input);
  sendNext(tx);
}

function coreFrameReceived(tx: Transition, frame: ServerFrame): void {
  const { log } = tx.model;
  switch (frame.t) {
    case 'welcome':
      return welcomeReceived(tx, frame);
    case 'following':
      return followingStarted(tx, frame);
    case 'events':
      return eventsReceived(tx, frame.epoch, frame.conversation, frame.events);
    case 'live':
      return replayEnded(tx, frame.conversation, frame.head);
    case 'ack':
      messageStored(tx, frame.clientId);
      if (frame.conversation === log?.conversation) learnHead(tx, frame.seq);
      return sendNext(tx);
    case 'page':
      requestAnswered(tx, frame.id);
      if (!gapPageReceived(tx, frame)) featureOf(tx.model, 'deferred')?.onFrame?.(tx, frame);
      return;
    case 'delta':
      return deltaReceived(tx, frame);
    case 'read':
      if (frame.conversation === log?.conversation) readConfirmed(tx, frame.seq);
      return;
    case 'ping':
      sendFrame(tx, { t: 'pong', n: frame.n });
      sendRead(tx);
      patch(tx, { paused: !!frame.paused });
      return learnHead(tx, frame.heads[log?.conversation ?? ''] ?? 0);
    case 'error':
      return requestRefused(tx, frame);
    case 'drain':
      return updateConnection(tx, { type: 'drain', windowMs: frame.windowMs });
    case 'pong':
      return;
  }
}

function expired(tx: Transition, name: TimerName): void {
  switch (name) {
    case 'request':
      return updateConnection(tx, { type: 'drop' });
    case 'again':
      retryLoads(tx);
      return sendNext(tx);
    case 'gap':
      return requestGap(tx);
    case 'hidden':
      // Again in any case: there may be no connection to drop now, and one when the network is back.
      startTimer(tx, 'hidden', HIDDEN_REST_MS);
      if (mayRest(tx.model)) updateConnection(tx, { type: 'rest' });
      return;
    case 'connect':
    case 'backoff':
    case 'stable':
    case 'liveness':
    case 'probe':
    case 'leave':
      return updateConnection(tx, { type: 'timer', name });
    default: {
      const [feature, timer] = name.split('.') as [FeatureName, string];
      return featureOf(tx.model, feature)?.onTimer?.(tx, timer);
    }
  }
}

/** A hidden tab disconnects only when no message or answer is expected. */
function mayRest({ log, outbox }: Model): boolean {
  const handler = log?.handler ?? 'agent';
  const quiet = handler === 'agent' || handler === 'closed';
  return quiet && countUnsent(outbox) === 0 && turnOf(log?.events ?? [], handler, 0) === 'ready';
}
