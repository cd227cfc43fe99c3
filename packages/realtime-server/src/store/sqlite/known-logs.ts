/**
 * What the writer thread knows of the logs it has written to. Nobody else writes, so what it has once read stays true until it
 * changes it itself; looked up for each message again, it would be a sixth of this thread's work.
 */
import type { Handler } from '@service/protocol';
import type { Commands } from './commands.js';

export interface KnownLog {
  readonly inbox: string;
  readonly epoch: string;
  /** Whoever changes it, and the head, in the tables changes it here. */
  handler: Handler;
  head: number;
}

/** More than are written to between two of the commands that make all be forgotten. */
const MOST = 10_000;

/** They change nothing of what is known of a log, or keep it up themselves. Whatever is not named here makes all be looked up anew. */
const KEEPING: ReadonlySet<keyof Commands> = new Set([
  'pulse',
  'append',
  'markRead',
  'markSeen',
  'createSession',
  'touchSession',
  'setContact',
  'claimRuns',
  'renewRun',
  'keepTurn',
  'spend',
  'keepSaid',
  'setPage',
  'touchPage',
  'dropPage',
  'renewPages',
]);

export class KnownLogs {
  readonly #logs = new Map<string, KnownLog>();

  /** The log as it stands in the transaction that is open; null where it has to be looked up. */
  find(conversation: string): KnownLog | null {
    return this.#logs.get(conversation) ?? null;
  }

  keep(conversation: string, log: KnownLog): void {
    if (this.#logs.size >= MOST) this.#logs.clear();
    this.#logs.set(conversation, log);
  }

  /** After whatever was not committed: it may have changed what is said to be known. */
  forget(): void {
    this.#logs.clear();
  }

  /** The commands, after which everything that is known is still true. */
  keptBy(commands: Commands): Commands {
    const names = Object.keys(commands) as (keyof Commands)[];
    const kept = names.map((name) => [name, KEEPING.has(name) ? commands[name] : this.#forgetting(commands[name])]);
    return Object.fromEntries(kept) as Commands;
  }

  #forgetting(command: (input: never) => unknown): (input: never) => unknown {
    return (input) => {
      this.forget();
      return command(input);
    };
  }
}
