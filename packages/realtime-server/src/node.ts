/**
 * One node: the rooms between a store and a bus on one side and connections on the other, put together. It knows neither
 * sockets nor processes, so the same node runs in the server and, many at a time, in the simulation.
 */
import type { RandomBytes } from '@service/protocol';
import type { Bus } from './bus/bus.js';
import { AnswerWorker } from './conversation/answering/answer-worker.js';
import type { Answerer, QuestionContext } from './conversation/answering/answerer.js';
import type { ClientToolCalls } from './conversation/answering/client-tool-calls.js';
import { appendTo } from './conversation/log/append.js';
import { HeadPoller } from './conversation/log/head-poller.js';
import { HandoffQueues } from './conversation/queue/handoff-queue.js';
import { VisitorLocales } from './conversation/sessions/visitor-locales.js';
import { AdmissionControl } from './gateway/admission/admission-control.js';
import type { ConnectionDeps } from './gateway/connection.js';
import { LiveSessions } from './gateway/live-sessions.js';
import type { IdentityVerifier } from './identity/identity-verifier.js';
import type { InboxDirectory } from './inbox/inbox.js';
import type { Clock } from './runtime/clock.js';
import type { LoadLevel } from './runtime/load-shedding.js';
import type { Store } from './store/store.js';
import { createClientToolCalls } from './tools/request-tool-calls.js';
import { ToolCallService } from './tools/tool-call-service.js';

export interface NodeParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly inboxes: InboxDirectory;
  readonly identities: IdentityVerifier;
  /** Whoever answers; one that wants functions of the visitor's pages carried out is made with the way to them. */
  readonly answerer: Answerer | ((tools: ClientToolCalls) => Answerer);
  /** What visitors read when an answer fails before its first word. */
  readonly failureText: (asked: QuestionContext) => string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly load: () => LoadLevel;
  /** Least time between two pieces of an answer, in milliseconds. */
  readonly deltaEveryMs: () => number;
  readonly log: ConnectionDeps['log'];
  /** The addresses of visitors are those that our own proxies report. Default false. */
  readonly proxied?: boolean;
  /** Nobody else writes into this store, and the bus loses nothing: what it says is all there is. Default false. */
  readonly alone?: boolean;
}

/** `connection` is what every Connection of this node is made with. */
export interface Node {
  readonly connection: ConnectionDeps;
  /** Ends every session of a visitor whom the site has identified, on all nodes; returns how many there were. */
  endSessionsOf(inbox: string, subject: string): Promise<number>;
  start(): void;
  /** Takes up no more questions; the answers at hand are written on. */
  leave(): void;
  /** Gives back the answers at hand and stops looking. */
  stop(): Promise<void>;
}

/** Puts a node together; nothing runs before `start`. */
export function createNode(parts: NodeParts): Node {
  const { store, bus, clock, random, fraction, log, inboxes } = parts;
  const append = appendTo({
    store,
    bus,
    clock,
    random,
    onQuestion: () => answering.look(),
    onEvent(conversation, event, handler) {
      tools.onLogEvent(conversation, event, handler);
      lines.committed(conversation, event);
    },
  });
  const lines = new HandoffQueues({
    ...parts,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'a line could not be looked at'),
  });
  const tools: ToolCallService = new ToolCallService({
    store,
    bus,
    append,
    clock,
    random,
    agentName: (inbox) => answerer.authorName(inbox),
    onFailure: (error) =>
      log.warn({ error: (error as Error).message }, 'a call of a page’s function could not be served'),
  });
  const answerer: Answerer =
    typeof parts.answerer === 'function' ? parts.answerer(createClientToolCalls(tools, inboxes)) : parts.answerer;
  const locales = new VisitorLocales();
  const answering = new AnswerWorker({
    ...parts,
    locales,
    answerer,
    append,
    onFailure: (error, run) => log.warn({ run: run.id, error: (error as Error).message }, 'answering failed'),
  });
  const sweeper = new HeadPoller({
    store,
    bus,
    clock,
    fraction,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'the heads could not be read'),
  });
  const live = new LiveSessions({
    ...parts,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'ended sessions could not be looked up'),
  });
  const onReuse = (session: string): void => {
    log.warn({ session }, 'a session token was used after it had been exchanged: the session was ended');
    live.closeEverywhere(session, 'reused');
  };
  return {
    connection: {
      ...parts,
      append,
      sweeper,
      lines,
      admission: new AdmissionControl(clock.now, parts.proxied ?? false),
      tools,
      live,
      locales,
      onReuse,
      runningAnswer: (conversation) => answering.runningAnswer(conversation),
    },
    async endSessionsOf(inbox, subject) {
      const ended = await store.revokeSessions(inbox, subject, clock.now());
      for (const session of ended) live.closeEverywhere(session, 'revoked');
      return ended.length;
    },
    start() {
      answering.start();
      if (!parts.alone) sweeper.start();
      tools.start();
      live.start();
      lines.start();
    },
    leave: () => answering.leave(),
    async stop() {
      sweeper.stop();
      live.stop();
      lines.stop();
      await answering.close();
      await tools.stop();
    },
  };
}
