/**
 * One node: everything between a store and a bus on one side and connections on the other. It knows neither sockets nor
 * processes, so the same node runs in the server and, many at a time, in the simulation.
 */
import type { RandomBytes } from '@service/protocol';
import type { Bus } from './bus/bus.js';
import { AnswerWorker } from './conversation/answering/answer-worker.js';
import type { Answerer, QuestionContext } from './conversation/answering/answerer.js';
import type { ClientToolCalls } from './conversation/answering/client-tool-calls.js';
import { type AppendEvent, appendTo } from './conversation/log/append.js';
import { HeadPoller } from './conversation/log/head-poller.js';
import { HandoffQueues } from './conversation/queue/handoff-queue.js';
import { ContactBlocks } from './conversation/sessions/contact-blocks.js';
import { VisitorAddresses } from './conversation/sessions/visitor-addresses.js';
import { VisitorLocales } from './conversation/sessions/visitor-locales.js';
import { AdmissionControl } from './gateway/admission/admission-control.js';
import type { ConnectionDeps } from './gateway/connection.js';
import type { Visit } from './gateway/handshake.js';
import { LiveSessions } from './gateway/live-sessions.js';
import type { IdentityVerifier } from './identity/identity-verifier.js';
import type { InboxDirectory } from './inbox/inbox.js';
import type { Clock } from './runtime/clock.js';
import type { DiskRoom } from './runtime/disk-space.js';
import type { LoadLevel } from './runtime/load-shedding.js';
import type { Store } from './store/store.js';
import { createClientToolCalls } from './tools/request-tool-calls.js';
import { ToolCallService } from './tools/tool-call-service.js';

export interface NodeParts {
  readonly store: Store;
  readonly bus: Bus;
  readonly inboxes: InboxDirectory;
  readonly identities: IdentityVerifier;
  /** An answerer that calls client tools is made by a function that is given them. */
  readonly answerer: Answerer | ((tools: ClientToolCalls) => Answerer);
  /** What visitors read when an answer fails before its first word. */
  readonly failureText: (asked: QuestionContext) => string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly load: () => LoadLevel;
  /** What the store's disk can take. Default: everything, as of a disk of another machine, which can't be looked at. */
  readonly diskRoom?: () => DiskRoom;
  /** A visitor has come in from a page. @defaultValue nothing is noted */
  readonly onVisit?: (visit: Visit) => void;
  /** Called when something was erased: its files are to be removed. */
  readonly onErased?: () => void;
  /** Least time between two pieces of an answer, in milliseconds. */
  readonly deltaEveryMs: () => number;
  readonly log: ConnectionDeps['log'];
  /** The addresses of visitors are those that our own proxies report. Default false. */
  readonly proxied?: boolean;
  /** This is the only node and the bus loses nothing, so heads need polling as seldom as pings. Default false. */
  readonly alone?: boolean;
}

export interface Node {
  readonly append: AppendEvent;
  /** What every Connection of this node is made with. */
  readonly connection: ConnectionDeps;
  /** Ends every session of a visitor whom the site has identified, on all nodes; returns how many there were. */
  endSessionsOf(inbox: string, subject: string): Promise<number>;
  readonly blocks: ContactBlocks;
  /** Answers begin at once, or when `answerer` resolves; the questions of the meantime wait as jobs. It must not reject. */
  start(answerer?: Promise<unknown>): void;
  /** Takes no more questions; running answers go on. */
  leave(): void;
  /** Gives running answers back to the store and ends all polling. */
  stop(): Promise<void>;
}

/** What works in the background of a node, and the one way into the logs. */
interface Workers {
  readonly append: AppendEvent;
  readonly queues: HandoffQueues;
  readonly tools: ToolCallService;
  readonly locales: VisitorLocales;
  readonly addresses: VisitorAddresses;
  readonly answers: AnswerWorker;
  readonly heads: HeadPoller;
  readonly live: LiveSessions;
  readonly blocks: ContactBlocks;
}

/** Puts a node together; nothing runs before `start`. */
export function createNode(parts: NodeParts): Node {
  const workers = createWorkers(parts);
  const { append, answers, heads, live, queues, tools } = workers;
  return {
    append,
    connection: connectionDeps(parts, workers),
    blocks: workers.blocks,
    async endSessionsOf(inbox, subject) {
      const ended = await parts.store.revokeSessions(inbox, subject, parts.clock.now());
      for (const session of ended) live.closeEverywhere(session, 'revoked');
      return ended.length;
    },
    start(answerer) {
      if (answerer) void answerer.then(() => answers.start());
      else answers.start();
      heads.start();
      tools.start();
      live.start();
      queues.start();
    },
    leave: () => answers.leave(),
    async stop() {
      heads.stop();
      live.stop();
      queues.stop();
      await answers.close();
      await tools.stop();
    },
  };
}

function createWorkers(parts: NodeParts): Workers {
  const { store, bus, clock, random, fraction, log, inboxes } = parts;
  const warn =
    (message: string) =>
    (error: unknown): void =>
      log.warn({ error: (error as Error).message }, message);
  const append = appendTo({
    store,
    bus,
    clock,
    random,
    onQuestion: () => answers.claimSoon(),
    onEvent(conversation, event, handler) {
      tools.onLogEvent(conversation, event, handler);
      queues.committed(conversation, event);
    },
  });
  const queues = new HandoffQueues({ ...parts, onFailure: warn('a queue could not be read') });
  const tools: ToolCallService = new ToolCallService({
    store,
    bus,
    append,
    clock,
    random,
    agentName: (inbox) => answerer.authorName(inbox),
    inboxes,
    onFailure: warn('a call of a page’s function could not be served'),
  });
  const answerer: Answerer =
    typeof parts.answerer === 'function'
      ? parts.answerer(createClientToolCalls(tools, inboxes, (job, work) => answers.whileWaiting(job, work)))
      : parts.answerer;
  const locales = new VisitorLocales();
  const addresses = new VisitorAddresses();
  const answers: AnswerWorker = new AnswerWorker({
    ...parts,
    locales,
    addresses,
    answerer,
    append,
    onFailure: (error, job) => log.warn({ run: job.id, error: (error as Error).message }, 'answering failed'),
  });
  const onHeadsFailure = warn('the heads could not be read');
  const heads = new HeadPoller({ store, bus, clock, fraction, onFailure: onHeadsFailure, alone: parts.alone ?? false });
  const blocks: ContactBlocks = new ContactBlocks({
    ...parts,
    closeEverywhere: (session, why) => live.closeEverywhere(session, why),
  });
  const live = new LiveSessions({
    ...parts,
    onFailure: warn('ended sessions could not be looked up'),
    onBlocked: (contact) =>
      void blocks
        .noteAddress(contact, addresses.of(contact))
        .catch(warn('the address of a blocked contact was not stored')),
  });
  return { append, queues, tools, locales, addresses, answers, heads, live, blocks };
}

function connectionDeps(parts: NodeParts, workers: Workers): ConnectionDeps {
  const { append, answers, heads, live, locales, addresses, queues, tools, blocks } = workers;
  return {
    ...parts,
    append,
    blocks,
    heads,
    queues,
    admission: new AdmissionControl(parts.clock.now, parts.proxied ?? false),
    tools,
    live,
    locales,
    diskRoom: parts.diskRoom ?? (() => 'enough'),
    onErased: parts.onErased ?? (() => undefined),
    addresses,
    onReuse(session) {
      parts.log.warn({ session }, 'a session token was used after it had been exchanged: the session was ended');
      live.closeEverywhere(session, 'reused');
    },
    runningAnswer: (conversation) => answers.runningAnswer(conversation),
  };
}
