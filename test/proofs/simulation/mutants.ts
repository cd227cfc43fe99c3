/** Builds with one deliberate bug each. The runs must notice every one of them. */
import type { BuildChange } from './build.js';
import type { FaultMode } from './fault-mode.js';

export interface Mutant {
  readonly name: string;
  readonly mode: FaultMode;
  /** Many runs pass before one notices it, so only a long run tries it. */
  readonly rare?: true;
  readonly changes: readonly BuildChange[];
}

const server = (file: string, from: string, to: string): BuildChange => ({
  package: 'realtime-server',
  file,
  from,
  to,
});
const client = (file: string, from: string, to: string): BuildChange => ({ package: 'embed-headless', file, from, to });

const COMMIT = 'function commit(deps, conversation, by, clientId, { body, attaches, fills }, writes) {';
const SHOWN_EARLY = `async ${COMMIT}
  const log = await deps.store.conversation(conversation);
  const early = { seq: log.head + 1, at: deps.clock.now(), by, clientId, body };
  deps.bus.publish(conversation, { kind: 'event', epoch: log.epoch, event: early });`;
const WRITE = 'const result = await deps.append(conversation, author, clientId, body);';
const EARLY_ACK = `const { head } = await client.deps.store.conversation(conversation);
  client.send({ t: 'ack', conversation, clientId, seq: head + 1, at: 0 });
  ${WRITE}`;

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a server that acknowledges before it commits',
    mode: 'all-faults',
    changes: [server('gateway/frames/append.js', WRITE, EARLY_ACK)],
  },
  {
    name: 'a server that shows what is not committed yet',
    mode: 'all-faults',
    changes: [server('conversation/log/append.js', COMMIT, SHOWN_EARLY)],
  },
  {
    name: 'a client that makes a new id for every attempt',
    mode: 'all-faults',
    changes: [
      client(
        'core/outbox/outbox.js',
        'return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };',
        "return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1, clientId: item.clientId.slice(0, -2) + String(item.sent).padStart(2, '0') };",
      ),
    ],
  },
  {
    name: 'a client that sends unsent messages into another conversation',
    mode: 'all-faults',
    rare: true,
    changes: [
      client(
        'core/outbox/outbox.js',
        'return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };',
        'return { ...item, conversation: item.sent === 0 ? conversation : item.conversation, sent: item.sent + 1 };',
      ),
    ],
  },
  {
    name: 'a server that does not erase one of the tables',
    mode: 'all-faults',
    changes: [
      server(
        'store/queries/erasure.js',
        'const table of CONVERSATION_CHILD_TABLES',
        'const table of CONVERSATION_CHILD_TABLES.slice(1)',
      ),
    ],
  },
  {
    name: 'a store that appends to an erased conversation',
    mode: 'all-faults',
    rare: true,
    changes: [server('store/queries/erasure.js', ", handler = 'closed' WHERE id = ?1", ' WHERE id = ?1')],
  },
  {
    name: 'a client that makes a new id after a reload',
    mode: 'all-faults',
    changes: [
      client(
        'core/outbox/orphaned-messages.js',
        '.sort((a, b) => a.createdAt - b.createdAt);',
        ".map((item) => ({ ...item, clientId: item.clientId.slice(0, -4) + '0000' })).sort((a, b) => a.createdAt - b.createdAt);",
      ),
    ],
  },
  {
    name: 'a server that reads the log before it listens',
    mode: 'connection-faults',
    rare: true,
    changes: [
      server(
        'conversation/log/log-subscriber.js',
        'const unsubscribe = await bus.subscribe(',
        'const now = await store.conversation(conversation); const unsubscribe = await bus.subscribe(',
      ),
      server('conversation/log/log-subscriber.js', 'const now = await store.conversation(conversation);\n', '\n'),
    ],
  },
  {
    name: 'a server that grants a function that may run once to a second page',
    mode: 'tool-calls',
    rare: true,
    changes: [
      server('tools/tool-call-reducer.js', "if (call.effects !== 'once' && call.attempt <=", 'if (call.attempt <='),
    ],
  },
  {
    name: 'a store that accepts a change of a call that is based on an outdated read',
    mode: 'tool-calls',
    rare: true,
    changes: [server('store/queries/tool-calls.js', 'AND id = ?2 AND revision = ?3', 'AND id = ?2 AND revision >= ?3')],
  },
  {
    name: 'a store that accepts an answer from an attempt that was taken over',
    mode: 'all-faults',
    rare: true,
    changes: [
      server(
        'store/sqlite/queries/append.js',
        "SELECT 1 FROM runs WHERE id = ?1 AND attempt = ?2 AND state IN ('pending', 'running')",
        "SELECT 1 FROM runs WHERE id = ?1 AND attempt >= ?2 AND state IN ('pending', 'running')",
      ),
    ],
  },
  {
    name: 'a client that begins a function again when it is granted once more',
    mode: 'tool-calls',
    changes: [
      client(
        'core/lazy/client-tools/calls.js',
        'if (known?.lease === lease) {',
        'if (known?.lease === lease && known.report) {',
      ),
      // It would not do so either for want of an agreement.
      client('core/lazy/client-tools/calls.js', ' || !agreed.includes(agreement)', ''),
    ],
  },
];

const IDENTITY = 'core/lazy/identity/identity.js';
const RESET = 'core/session/reset-visitor.js';

/** The same for the runs of people who share a browser. */
export const SHARED_BROWSER_MUTANTS: readonly Omit<Mutant, 'mode'>[] = [
  {
    name: 'a client that keeps its log when a person signs out',
    changes: [client(RESET, '...newModel(settings),', '...newModel(settings), log: tx.model.log,')],
  },
  {
    name: 'a client that keeps unsent messages when a person signs out',
    rare: true,
    changes: [client(RESET, '...newModel(settings),', '...newModel(settings), outbox: tx.model.outbox,')],
  },
  {
    name: 'a client that sends the session of the previous person',
    changes: [client(IDENTITY, 'return clearStorage(context, false);', 'return;')],
  },
  {
    name: 'a client that waits, and sends the refused token again',
    changes: [client(IDENTITY, 'case IDENTITY_CLOSE.identityTooEarly:', '')],
  },
  {
    name: 'a store that accepts a token from before its person was signed out',
    changes: [
      server('store/queries/identity/identify.js', 'subject = ?2 AND at >= ?3', 'subject = ?2 AND at >= ?3 + 60000'),
    ],
  },
];
