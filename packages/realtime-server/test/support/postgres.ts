/** A real PostgreSQL of our own for the tests of one file: started, crashed, started again, gone afterwards. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres } from '../../../../scripts/setup/services.mjs';
import { freePort } from '../../../../test/support/server/free-port.js';

/** It refuses to run as root, so there it runs as the user who owns nothing. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export class Postgres {
  #process: ChildProcess | null = null;
  #databases = 0;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** @param settings in place of its own, by their names in postgresql.conf */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
    const bin = findPostgres();
    if (!bin) throw new Error('There is no PostgreSQL here. `npm test` gets one, or says how.');
    const folder = mkdtempSync(join(tmpdir(), 'service-postgres-'));
    if (UNPRIVILEGED.uid) chownSync(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const made = spawnSync(
      join(bin, 'initdb'),
      ['-D', join(folder, 'data'), '-U', 'service', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
      { ...UNPRIVILEGED, cwd: folder, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    const postgres = new Postgres(bin, folder, await freePort(), settings);
    await postgres.start();
    return postgres;
  }

  /** Of the process whose children serve the connections. */
  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error('PostgreSQL is not running.');
    return pid;
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      // Processes die here, machines don't: what was handed to the system is safe.
      fsync: 'off',
      ...this.settings,
    };
    const child = spawn(
      join(this.bin, 'postgres'),
      [
        '-D',
        join(this.folder, 'data'),
        '-p',
        String(this.port),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...UNPRIVILEGED, cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4_000);
        if (output.includes('ready to accept connections')) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
    });
  }

  /** A database of its own: an empty one, or a copy of the one with this URL, which no one uses now. Resolves with its URL. */
  async newDatabase(like = this.#url('template1')): Promise<string> {
    const name = `test_${++this.#databases}`;
    await this.query('postgres', `CREATE DATABASE ${name} TEMPLATE ${new URL(like).pathname.slice(1)}`);
    return this.#url(name);
  }

  /** Runs a statement past the store. `database`: a name, or the URL that `newDatabase` gave. */
  async query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    const client = new pg.Client(database.startsWith('postgres:') ? database : this.#url(database));
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /**
   * Deletes every row, and leaves the tables and their versions: a third of the time that a new database takes.
   * @param first the rows that the tables begin with, as a statement
   */
  async empty(database: string, first: string): Promise<void> {
    const statements = await this.query<{ statement: string }>(
      database,
      `SELECT 'DELETE FROM ' || quote_ident(tablename) AS statement FROM pg_tables
        WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'
      UNION ALL SELECT 'ALTER SEQUENCE ' || quote_ident(sequencename) || ' RESTART' FROM pg_sequences
        WHERE schemaname = current_schema()`,
    );
    // As a replica, rows go in any order.
    const inOrder = ['SET session_replication_role = replica', ...statements.map(({ statement }) => statement), first];
    await this.query(database, inOrder.join(';'));
  }

  /** Ends every connection to a database but our own, as an administrator or a failing network does. Resolves with how many. */
  async cutConnections(database: string): Promise<number> {
    const cut = await this.query(
      database,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return cut.length;
  }

  /**
   * Kills one process that serves a connection, without warning. PostgreSQL then ends all the others, too, and recovers;
   * resolves when it takes connections again.
   */
  async killBackend(database: string): Promise<void> {
    const child = this.#process;
    if (!child) throw new Error('PostgreSQL is not running.');
    // A client that was cut off may be back in another one.
    const pid = await this.#backend(database);
    const recovered = new Promise<void>((resolve, reject) => {
      let output = '';
      const listen = (chunk: Buffer): void => {
        output = (output + chunk.toString()).slice(-4_000);
        if (!output.includes('ready to accept connections')) return;
        child.stderr?.off('data', listen);
        resolve();
      };
      child.stderr?.on('data', listen);
      child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
    });
    process.kill(pid, 'SIGKILL');
    await recovered;
  }

  /** Ends all its processes at once, without a word to anybody who is connected. */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT');
  }

  async dispose(): Promise<void> {
    await this.#end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A process that serves someone's connection to a database; waits until there is one. */
  async #backend(database: string): Promise<number> {
    const sql =
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1';
    for (let attempt = 1; attempt <= 200; attempt++) {
      const [backend] = await this.query<{ pid: number }>(database, sql);
      if (backend) return backend.pid;
      await new Promise((again) => setTimeout(again, 50));
    }
    throw new Error('No client is connected to that database.');
  }

  #url(database: string): string {
    return `postgres://service@127.0.0.1:${this.port}/${database}`;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
