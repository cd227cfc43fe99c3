/**
 * The whole client as one pure function: (model, input) → (model, effects). It only says which rule an input belongs
 * to; the rules have files of their own: link (is there a socket), connecting (who are we), following (what was said),
 * sending (what waits to be said), and in features/ what is loaded when it is first needed. No clock, no socket, no storage
 * in here: a simulation can run a million steps.
 */
import type { ServerFrame } from '@service/protocol';
import { type Environment, HIDDEN_REST_MS } from '../connection/connection-state.js';
import { socketClosed, consentGiven, sendHello, welcomeReceived } from '../connection/handshake.js';
import {
  gapPageReceived,
  requestGap,
  followingStarted,
  eventsReceived,
  learnHead,
  replayEnded,
  markRead,
  readConfirmed,
  deltaReceived,
  sendRead,
  sendUser,
} from '../log/log-sync.js';
import { countUnsent } from '../outbox/outbox.js';
import { append, discard, sendNext, moveToNewSession, handOverItems, requestRefused, retry, messageStored } from '../outbox/outbox-rules.js';
import { ownerOf } from '../runtime/load-feature.js';
import { turnOf } from '../view/turn.js';
import type { TimerName } from './effect.js';
import type { FeatureName } from './feature.js';
import { forFeature, loadAgain, loaded, loadedIn, loadFailed } from './feature-dispatch.js';
import type { Input, Model, Step } from './model.js';
import { Run } from './transition.js';

/** One step. `around` is the moment it happens in; the same inputs in the same moments give the same run, always. */
export function reduce(model: Model, input: Input, around: Environment): Step {
  const run = new Run(model, around, { append, discard, leaveConversation: moveToNewSession });
  take(run, input);
  return { model: run.model, effects: run.effects };
}

function take(run: Run, input: Input): void {
  // A late event of an old socket changes nothing.
  if ('generation' in input && input.generation !== run.model.connection.generation) return;
  const { conversation } = run.model;
  switch (input.type) {
    case 'link':
      if (input.input.type === 'park') handOverItems(run);
      return run.link(input.input);
    case 'opened':
      return sendHello(run, input.token, input.proof);
    case 'closed':
      return socketClosed(run, input.code, input.reason);
    case 'malformed':
      return run.link({ type: 'abandon' });
    case 'frame': {
      run.link({ type: 'heard' });
      const owner = ownerOf(input.frame.t);
      if (!owner) return heard(run, input.frame as ServerFrame);
      forFeature(run, owner, input);
      // Whatever it did: what can go now, goes.
      return sendNext(run);
    }
    case 'feature':
      forFeature(run, input.name, input);
      return sendNext(run);
    case 'loaded':
      loaded(run, input.name, input.feature, (each) => take(run, each));
      // What it was meant for may be of an old socket, and nothing to be done any more.
      return sendNext(run);
    case 'load-failed':
      loadFailed(run, input.name);
      // What waits for it waits no longer than before.
      return sendNext(run);
    case 'timer':
      return expired(run, input.name);
    case 'consent':
      return consentGiven(run, input.grant);
    case 'append':
      return append(run, input.clientId, input.body, undefined, input.files);
    case 'retry':
      return retry(run, input.clientId, input.newId);
    case 'discard':
      return discard(run, input.clientId);
    case 'stop':
      if (conversation) run.sendIfUsable({ t: 'stop', conversation });
      return;
    case 'typing':
      if (conversation) run.sendIfUsable({ t: 'typing', conversation, on: true });
      return;
    case 'mark-read':
      return markRead(run);
    case 'user':
      run.set({ user: input.user });
      return sendUser(run);
  }
}

function heard(run: Run, frame: ServerFrame): void {
  const { log } = run.model;
  switch (frame.t) {
    case 'welcome':
      return welcomeReceived(run, frame);
    case 'following':
      return followingStarted(run, frame);
    case 'events':
      return eventsReceived(run, frame.epoch, frame.conversation, frame.events);
    case 'live':
      return replayEnded(run, frame.conversation, frame.head);
    case 'ack':
      messageStored(run, frame.clientId);
      if (frame.conversation === log?.conversation) learnHead(run, frame.seq);
      return sendNext(run);
    case 'page':
      run.answered(frame.id);
      if (!gapPageReceived(run, frame)) for (const feature of loadedIn(run.model)) feature.heard?.(run, frame);
      return;
    case 'delta':
      return deltaReceived(run, frame);
    case 'read':
      if (frame.conversation === log?.conversation) readConfirmed(run, frame.seq);
      return;
    case 'ping':
      run.send({ t: 'pong', n: frame.n });
      sendRead(run);
      return learnHead(run, frame.heads[log?.conversation ?? ''] ?? 0);
    case 'error':
      return requestRefused(run, frame);
    case 'drain':
      return run.link({ type: 'drain', windowMs: frame.windowMs });
    case 'pong':
      return;
  }
}

function expired(run: Run, name: TimerName): void {
  switch (name) {
    case 'request':
      return run.link({ type: 'abandon' });
    case 'again':
      loadAgain(run);
      return sendNext(run);
    case 'gap':
      return requestGap(run);
    case 'hidden':
      // Once more in any case: now there may be no line to let go of, and a network that is back makes one.
      run.wake('hidden', HIDDEN_REST_MS);
      if (mayRest(run.model)) run.link({ type: 'rest' });
      return;
    case 'connect':
    case 'backoff':
    case 'stable':
    case 'liveness':
    case 'probe':
    case 'leave':
      return run.link({ type: 'timer', name });
    default: {
      const [feature, timer] = name.split('.') as [FeatureName, string];
      return run.model.features[feature]?.due?.(run, timer);
    }
  }
}

/** A hidden tab rests only when nobody is about to say something to it. */
function mayRest({ log, outbox }: Model): boolean {
  const handler = log?.handler ?? 'agent';
  const quiet = handler === 'agent' || handler === 'closed';
  return quiet && countUnsent(outbox) === 0 && turnOf(log?.events ?? [], handler, 0) === 'ready';
}
