/** Each promise, broken on purpose in one place of the build. The runs must notice every one of them. */
import type { Breakage } from './build.js';
import type { Weather } from './run.js';

export interface Mutant {
  readonly name: string;
  readonly weather: Weather;
  /** Hundreds of runs pass before one notices it: looked for in a long run only. */
  readonly rare?: true;
  readonly breakages: readonly Breakage[];
}

const server = (file: string, from: string, to: string): Breakage => ({ package: 'realtime-server', file, from, to });
const client = (file: string, from: string, to: string): Breakage => ({ package: 'embed-headless', file, from, to });

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
    weather: 'stormy',
    breakages: [server('gateway/frames/append.js', WRITE, EARLY_ACK)],
  },
  {
    name: 'a server that shows what is not committed yet',
    weather: 'stormy',
    breakages: [server('conversation/log/append.js', COMMIT, SHOWN_EARLY)],
  },
  {
    name: 'a client that makes a new id for every try',
    weather: 'stormy',
    breakages: [
      client(
        'core/outbox/outbox.js',
        'return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };',
        "return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1, clientId: item.clientId.slice(0, -2) + String(item.sent).padStart(2, '0') };",
      ),
    ],
  },
  {
    name: 'a client that takes unsent messages along into another conversation',
    weather: 'stormy',
    breakages: [
      client(
        'core/outbox/outbox.js',
        'return { ...item, conversation: item.conversation ?? conversation, sent: item.sent + 1 };',
        'return { ...item, conversation: item.sent === 0 ? conversation : item.conversation, sent: item.sent + 1 };',
      ),
    ],
  },
  {
    name: 'a server that forgets what it erased only in one table',
    weather: 'stormy',
    breakages: [
      server(
        'store/queries/erasure.js',
        'const table of CONVERSATION_CHILD_TABLES',
        'const table of CONVERSATION_CHILD_TABLES.slice(1)',
      ),
    ],
  },
  {
    name: 'a store that appends to what was erased',
    weather: 'stormy',
    rare: true,
    breakages: [server('store/queries/erasure.js', ", handler = 'closed' WHERE id = ?1", ' WHERE id = ?1')],
  },
  {
    name: 'a client that makes a new id after a reload',
    weather: 'stormy',
    breakages: [
      client(
        'core/outbox/orphaned-messages.js',
        '.sort((a, b) => a.createdAt - b.createdAt);',
        ".map((item) => ({ ...item, clientId: item.clientId.slice(0, -4) + '0000' })).sort((a, b) => a.createdAt - b.createdAt);",
      ),
    ],
  },
  {
    name: 'a server that reads the log before it listens',
    weather: 'unhealed',
    rare: true,
    breakages: [
      server(
        'conversation/log/log-subscriber.js',
        'const unsubscribe = await bus.subscribe(',
        'const now = await store.conversation(conversation); const unsubscribe = await bus.subscribe(',
      ),
      server('conversation/log/log-subscriber.js', 'const now = await store.conversation(conversation);\n', '\n'),
    ],
  },
  {
    name: 'a server that gives what may be done once to the next page',
    weather: 'calling',
    rare: true,
    breakages: [
      server('tools/tool-call-reducer.js', "if (call.effects !== 'once' && call.attempt <=", 'if (call.attempt <='),
    ],
  },
  {
    name: 'a store that takes a change of a call from whoever has read it too early',
    weather: 'calling',
    breakages: [
      server('store/queries/tool-calls.js', 'AND id = ?2 AND revision = ?3', 'AND id = ?2 AND revision >= ?3'),
    ],
  },
  {
    name: 'a store that takes an answer from an attempt that was taken over',
    weather: 'stormy',
    rare: true,
    breakages: [
      server(
        'store/sqlite/queries/append.js',
        "SELECT 1 FROM runs WHERE id = ?1 AND attempt = ?2 AND state IN ('pending', 'running')",
        "SELECT 1 FROM runs WHERE id = ?1 AND attempt >= ?2 AND state IN ('pending', 'running')",
      ),
    ],
  },
  {
    name: 'a client that begins a function again when it is granted once more',
    weather: 'calling',
    breakages: [
      client(
        'core/lazy/client-tools/calls.js',
        'if (known?.lease === lease) {',
        'if (known?.lease === lease && known.report) {',
      ),
    ],
  },
];

const IDENTITY = 'core/lazy/identity/identity.js';
const RESET = 'core/session/reset-visitor.js';

/** The same for people who share a screen. */
export const PEOPLE_MUTANTS: readonly Omit<Mutant, 'weather'>[] = [
  {
    name: 'a client that keeps its log when somebody leaves',
    breakages: [client(RESET, '...newModel(settings, null),', '...newModel(settings, null), log: tx.model.log,')],
  },
  {
    name: 'a client that keeps what was not sent when somebody leaves',
    breakages: [client(RESET, '...newModel(settings, null),', '...newModel(settings, null), outbox: tx.model.outbox,')],
  },
  {
    name: 'a client that brings the session of the one before',
    breakages: [client(IDENTITY, 'return clearStorage(context, false);', 'return;')],
  },
  {
    name: 'a client that waits, and comes with the token that was refused',
    breakages: [client(IDENTITY, 'case IDENTITY_CLOSE.identityTooEarly:', '')],
  },
  {
    name: 'a store that takes what was signed before its person was put out',
    breakages: [
      server('store/queries/identity/identify.js', 'subject = ?2 AND at >= ?3', 'subject = ?2 AND at >= ?3 + 60000'),
    ],
  },
];
