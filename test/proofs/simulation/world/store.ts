/**
 * The store of a run: the real tables and the real statements, in memory, shared by all nodes like PostgreSQL. Every command
 * takes a while, and may fail before its commit, after it, or with the process that sent it.
 */

import type { LogEvent } from '@service/protocol';
import Database from 'libsql';
import type { Append, Appended, Erasure, Store } from '../../../../packages/realtime-server/dist/store/store.js';
import type { Build } from '../build.js';
import { Fences } from '../checks/fences.js';
import type { Lifetime, World } from './world.js';

type Commands = ReturnType<Build['commandsOn']>;
interface Run {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
}

const TABLES = [
  'attended',
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

export class SimulatedStore {
  private readonly db = new Database(':memory:');
  private readonly commands: Commands;
  readonly reads: ReturnType<Build['readsOn']>;
  private readonly run;
  private readonly begin;
  private readonly commit;
  private readonly rollback;
  /** The committed events by conversation: every reader must end with exactly these. */
  readonly logs = new Map<string, LogEvent[]>();
  /** Conversations of which nothing may be left, and every text that was in them. */
  readonly erased = new Set<string>();
  readonly erasedTexts = new Set<string>();
  /** Checks the fencing tokens of every commit. */
  readonly fences = new Fences();
  /** Never reports the heads of logs: a reader that missed an event doesn't learn it from them. */
  hidesHeads = false;
  /** How likely faults are: 1 in the first part of a run, 0 at its end. */
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

  /** Empties the tables, which is much faster than creating them. */
  wipe(): void {
    for (const table of TABLES) this.db.exec(`DELETE FROM ${table}`);
    this.db.exec('UPDATE desk SET attended_at = 0, tickets = 0');
    this.logs.clear();
    this.erased.clear();
    this.erasedTexts.clear();
    this.fences.clear();
    this.faults = 0;
  }

  /** The number of answer jobs that are still open, and the ids of those that were ever claimed. */
  answerJobs(): { readonly open: number; readonly begun: readonly string[] } {
    const runs = this.db.prepare('SELECT id, state, attempt FROM runs').all() as Run[];
    return {
      open: runs.filter(({ state }) => state === 'pending' || state === 'running').length,
      begun: runs.filter(({ attempt }) => attempt > 0).map(({ id }) => id),
    };
  }

  /** The site's id of the person whose conversation it is; null: an anonymous visitor. */
  personOf(conversation: string): string | null {
    const row = this.db
      .prepare('SELECT c.subject FROM conversations v JOIN contacts c ON c.id = v.contact WHERE v.id = ?')
      .get(conversation) as { subject: string | null } | undefined;
    return row?.subject ?? null;
  }

  /** Ends the time of every identified session. */
  expireSessions(): void {
    this.db.exec('UPDATE sessions SET until = 0 WHERE until IS NOT NULL');
  }

  /** Ends every session, as a lost table would. */
  forgetSessions(): void {
    this.db.exec('DELETE FROM sessions');
  }

  /** The store's interface for one process. */
  connect(world: World, lifetime: Lifetime): Store {
    const { build } = this;
    const answer = <T>(read: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        lifetime.after(world.between(0, 6), () => {
          if (world.chance(this.faults * 0.02)) return reject(new build.StoreUnavailable('The store does not answer.'));
          // Read now, deliver later: the result may be outdated when it arrives.
          const result = read();
          lifetime.after(world.between(0, 6), () => resolve(result));
        });
      });
    const send = (name: keyof Commands, input: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const slow = world.chance(this.faults * 0.01) ? world.between(1_000, 20_000) : world.between(1, 15);
        world.after(slow, () => {
          // A command that a process sent before it died may still be executed, or not.
          if (!lifetime.alive && world.chance(0.5)) return;
          if (world.chance(this.faults * 0.03)) {
            return lifetime.after(1, () => reject(new build.StoreUnavailable('Nothing was stored.')));
          }
          const result = this.inTransaction(name, input);
          const lost = world.chance(this.faults * 0.03);
          return lifetime.after(world.between(1, 10), () => {
            if (lost) reject(new build.StoreUnavailable('It was stored, but the answer was lost.'));
            else resolve(result);
          });
        });
      });
    const store = build.storeOver(send, (start) => answer(() => this.run(start())));
    return {
      ...store,
      heads: (ids) => store.heads(this.hidesHeads ? [] : ids),
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

  private inTransaction(name: keyof Commands, input: readonly unknown[]): unknown {
    this.begin.run();
    try {
      const result = (this.commands[name] as (...input: readonly unknown[]) => unknown)(...input);
      this.commit.run();
      if (name === 'append') this.note(input[0] as Append, result as Appended);
      this.fences.committed(name, input, result);
      if (name === 'eraseConversation') this.noteErased((input[0] as Erasure).conversation);
      return result;
    } catch (error) {
      this.rollback.run();
      throw error;
    }
  }
}
