/** Our server and its peers, each in a process of its own, with the same SQLite or with a PostgreSQL of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LogEvent } from '@service/protocol';
import { Postgres } from '../../../../packages/realtime-server/test/support/postgres.js';
import { Service } from '../../../support/server/start-service.js';
import { SHOP_PAGE, shopInboxesWithoutArticles } from '../../../support/sites/shop-inbox.js';
import { type ChatEvent, type ChatSocket, type Entry, PeerSocket } from '../../baseline/peers/peer-socket.js';
import { PLAIN, SOCKET_IO, type Wire } from '../../baseline/peers/wires.js';
import { VisitorSocket } from '../../load/visitor-socket.js';
import { familyTimeUs, processTimeUs } from '../../process-time.js';
import { OWN_TREE, serverOf } from '../../tree.js';

interface Kind {
  /** As the tables name it. */
  readonly name: string;
  readonly on: 'SQLite' | 'PostgreSQL';
  /** Absent: our server. */
  readonly peer?: { readonly wire: Wire; readonly env: Readonly<Record<string, string>> };
}

const SOCKET_IO_ON_SQLITE: Kind = {
  name: 'socket.io + SQLite',
  on: 'SQLite',
  peer: { wire: SOCKET_IO, env: { TRANSPORT: 'socket.io', STORE: 'sqlite' } },
};
const WS_ON_SQLITE: Kind = {
  name: '`ws` + SQLite, one commit per turn of the event loop',
  on: 'SQLite',
  peer: { wire: PLAIN, env: { TRANSPORT: 'ws', STORE: 'gathered' } },
};
const SOCKET_IO_ON_POSTGRES: Kind = {
  name: 'socket.io + PostgreSQL',
  on: 'PostgreSQL',
  peer: { wire: SOCKET_IO, env: { TRANSPORT: 'socket.io', STORE: 'postgres' } },
};
const OURS_ON_SQLITE: Kind = { name: 'ours on SQLite', on: 'SQLite' };
const OURS_ON_POSTGRES: Kind = { name: 'ours on PostgreSQL', on: 'PostgreSQL' };

/** Ours is the first of each. */
export const ON_SQLITE: readonly Kind[] = [OURS_ON_SQLITE, SOCKET_IO_ON_SQLITE, WS_ON_SQLITE];
export const ON_POSTGRES: readonly Kind[] = [OURS_ON_POSTGRES, SOCKET_IO_ON_POSTGRES];
/** Without `ws`, whose sockets would be more than a process may open here. */
export const ON_BOTH: readonly Kind[] = [OURS_ON_SQLITE, SOCKET_IO_ON_SQLITE, OURS_ON_POSTGRES, SOCKET_IO_ON_POSTGRES];

/** One sentence for every report. */
export const PEERS_DO_LESS =
  'The peers do less for a message than ours: no rate limit, no strict check of frames, no number per conversation, no index of what a person waits for.';

export interface Contestant {
  readonly name: string;
  readonly on: 'SQLite' | 'PostgreSQL';
  readonly isOurs: boolean;
  readonly service: Service;
  /** Resolves when the visitor has what was missed. Without a visitor: a new one, to whom no assistant answers. */
  enter(entry: Entry): Promise<ChatSocket>;
  /** Microseconds of the server, and of all processes of its PostgreSQL. */
  processTimeUs(): number;
  /** Null on SQLite. */
  readonly database: Database | null;
}

/** What a PostgreSQL has done since its start. */
export interface Database {
  /** Microseconds of all its processes. */
  processTimeUs(): number;
  /** Transactions that have written something, and the bytes of the write-ahead log. */
  written(): Promise<{ readonly transactions: number; readonly walBytes: number }>;
}

/** Starts them one after the other. @param envOf what is added to the environment of the server at this place */
export async function withContestants<T>(
  kinds: readonly Kind[],
  use: (contestants: readonly Contestant[]) => Promise<T>,
  envOf: (index: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<T> {
  const inboxDir = shopInboxesWithoutArticles({ people: { hours: 'Always' } });
  const ends: (() => unknown)[] = [() => rmSync(inboxDir, { recursive: true })];
  try {
    const contestants: Contestant[] = [];
    for (const [index, kind] of kinds.entries()) {
      // The tests' own setting loses what was acknowledged when the machine fails.
      const postgres = kind.on === 'PostgreSQL' ? await Postgres.start({ fsync: 'on' }) : null;
      if (postgres) ends.push(() => postgres.dispose());
      const env = { ...envOf(index), ...(postgres && { DATABASE_URL: await postgres.newDatabase() }) };
      const service = await startService(kind, inboxDir, env);
      ends.push(() => service.dispose());
      contestants.push(contestantOf(kind, service, postgres));
    }
    return await use(contestants);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function startService({ peer }: Kind, inboxDir: string, env: Readonly<Record<string, string>>): Promise<Service> {
  const main = peer ? join(import.meta.dirname, '../../baseline/peers/server.mjs') : serverOf(OWN_TREE);
  return Service.start({ inboxDir, main, env: { ...env, ...peer?.env } });
}

function contestantOf({ name, on, peer }: Kind, service: Service, postgres: Postgres | null): Contestant {
  const database = postgres && databaseOf(postgres);
  return {
    name,
    on,
    isOurs: !peer,
    service,
    enter: (entry) => (peer ? PeerSocket.open(peer.wire, service.origin, entry) : enterOurs(service, entry)),
    processTimeUs: () => processTimeUs(service.pid) + (database?.processTimeUs() ?? 0),
    database,
  };
}

const WRITTEN = `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS transactions, pg_current_wal_insert_lsn() - '0/0' AS wal`;

const databaseOf = (postgres: Postgres): Database => ({
  processTimeUs: () => familyTimeUs(postgres.pid),
  async written() {
    const [found] = await postgres.query<{ transactions: string; wal: string }>('postgres', WRITTEN);
    return { transactions: Number(found?.transactions), walBytes: Number(found?.wal) };
  },
});

async function enterOurs({ origin }: Service, { visitor, after, onEvents }: Entry): Promise<VisitorSocket> {
  const cursor =
    visitor && after !== undefined
      ? { conversation: visitor.conversation, epoch: visitor.epoch, seq: after }
      : undefined;
  const socket = await VisitorSocket.open(
    { service: origin, page: SHOP_PAGE, ...(visitor && { session: visitor.session }), ...(cursor && { cursor }) },
    (frame) => frame.t === 'events' && onEvents?.(frame.events.map(chatEventOf)),
  );
  // With a person in the conversation no one else answers, so only visitors write.
  if (!visitor) await socket.append({ kind: 'handoff.requested' });
  return socket;
}

const chatEventOf = ({ seq, body }: LogEvent): ChatEvent => ({
  number: seq,
  text: body.kind === 'message' ? body.text : null,
});
