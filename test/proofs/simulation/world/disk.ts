/**
 * The store of a run: the real tables and the real statements, in memory, shared by all nodes as PostgreSQL would be.
 * Every command takes a while and may be cut off before its commit, after it, or in a way that leaves it unknown.
 */

import type { LogEvent } from '@service/protocol';
import Database from 'libsql';
import type { Append, Appended, Erasure, Store } from '../../../../packages/realtime-server/dist/store/store.js';
import type { Build } from '../build.js';
import { Fences } from '../checks/fences.js';
import type { Life, World } from './world.js';

type Commands = ReturnType<Build['commandsOn']>;
interface Run {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
}

const TABLES = [
  'said',
  'tool_calls',
  'open_pages',
  'events',
  'runs',
  'used_proofs',
  'put_out',
  'retired_tokens',
  'sessions',
  'conversations',
  'contacts',
] as const;

export class Disk {
  private readonly db = new Database(':memory:');
  private readonly commands: Commands;
  readonly reads: ReturnType<Build['readsOn']>;
  private readonly run;
  private readonly begin;
  private readonly commit;
  private readonly rollback;
  /** What was committed, by conversation: what every reader must end up with. */
  readonly logs = new Map<string, LogEvent[]>();
  /** Conversations of which nothing may be left, and every text that stood in them. */
  readonly erased = new Set<string>();
  readonly erasedTexts = new Set<string>();
  /** Whether what says who may go on has only risen. */
  readonly fences = new Fences();
  /** Never says how far a log goes: a reader that missed something is not helped. */
  blind = false;
  /** Raised for the stormy part of a run, zero for the calm end. */
  faults = 0;

  constructor(private readonly build: Build) {
    build.prepareForWriting(this.db);
    this.commands = build.commandsOn(this.db);
    this.reads = build.readsOn(this.db);
    this.run = build.stepsOn(this.db);
    this.begin = this.db.prepare('BEGIN');
    this.commit = this.db.prepare('COMMIT');
    this.rollback = this.db.prepare('ROLLBACK');
  }

  /** Empties the tables, which is far quicker than making them. */
  wipe(): void {
    for (const table of TABLES) this.db.exec(`DELETE FROM ${table}`);
    this.db.exec('UPDATE desk SET attended_at = 0, tickets = 0');
    this.logs.clear();
    this.erased.clear();
    this.erasedTexts.clear();
    this.fences.clear();
    this.faults = 0;
  }

  /** Duties to answer that are still open, and those that somebody once took up. */
  duties(): { readonly open: number; readonly begun: readonly string[] } {
    const runs = this.db.prepare('SELECT id, state, attempt FROM runs').all() as Run[];
    return {
      open: runs.filter(({ state }) => state === 'pending' || state === 'running').length,
      begun: runs.filter(({ attempt }) => attempt > 0).map(({ id }) => id),
    };
  }

  /** Whose conversation it is, by the site's own id; null: an anonymous visitor's. */
  personOf(conversation: string): string | null {
    const row = this.db
      .prepare('SELECT c.subject FROM conversations v JOIN contacts c ON c.id = v.contact WHERE v.id = ?')
      .get(conversation) as { subject: string | null } | undefined;
    return row?.subject ?? null;
  }

  /** The time of every identified session is over. */
  expireSessions(): void {
    this.db.exec('UPDATE sessions SET until = 0 WHERE until IS NOT NULL');
  }

  /** Ends every session, as a lost table would. */
  forgetSessions(): void {
    this.db.exec('DELETE FROM sessions');
  }

  /** The store as one process reaches it. */
  store(world: World, life: Life): Store {
    const { build } = this;
    const answer = <T>(read: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        life.after(world.between(0, 6), () => {
          if (world.chance(this.faults * 0.02)) return reject(new build.StoreUnavailable('The store does not answer.'));
          // Read in one moment, heard of in another.
          const result = read();
          life.after(world.between(0, 6), () => resolve(result));
        });
      });
    const send = (name: keyof Commands, input: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const slow = world.chance(this.faults * 0.01) ? world.between(1_000, 20_000) : world.between(1, 15);
        world.after(slow, () => {
          // What a process sent before it died may still be carried out, or not.
          if (!life.alive && world.chance(0.5)) return;
          if (world.chance(this.faults * 0.03)) {
            return life.after(1, () => reject(new build.StoreUnavailable('Nothing was stored.')));
          }
          const result = this.inOne(name, input);
          const lost = world.chance(this.faults * 0.03);
          return life.after(world.between(1, 10), () => {
            if (lost) reject(new build.StoreUnavailable('It was stored, but nobody was told.'));
            else resolve(result);
          });
        });
      });
    const store = build.storeOver(send, (start) => answer(() => this.run(start())));
    return {
      ...store,
      heads: (ids) => store.heads(this.blind ? [] : ids),
      close: async () => undefined,
    };
  }

  private note({ conversation }: Append, result: Appended): void {
    if (result.kind !== 'appended') return;
    const log = this.logs.get(conversation) ?? [];
    this.logs.set(conversation, log);
    log.push(result.event);
  }

  private noteErased(conversation: string): void {
    this.erased.add(conversation);
    for (const { body } of this.logs.get(conversation) ?? []) {
      if (body.kind === 'message') this.erasedTexts.add(body.text);
    }
    this.logs.delete(conversation);
  }

  private inOne(name: keyof Commands, input: readonly unknown[]): unknown {
    this.begin.run();
    try {
      const result = (this.commands[name] as (...input: readonly unknown[]) => unknown)(...input);
      this.commit.run();
      if (name === 'append') this.note(input[0] as Append, result as Appended);
      this.fences.saw(name, input, result);
      if (name === 'eraseConversation') this.noteErased((input[0] as Erasure).conversation);
      return result;
    } catch (error) {
      this.rollback.run();
      throw error;
    }
  }
}
