/**
 * The store of a run: the real tables and the real statements, in memory, shared by all nodes as PostgreSQL would be.
 * Every command takes a while and may be cut off before its commit, after it, or in a way that leaves it unknown.
 */

import type { LogEvent } from '@service/protocol';
import Database from 'libsql';
import type { Append, Appended, Erasure, Store } from '../../packages/realtime-server/dist/store/store.js';
import type { Build } from './build.js';
import { Fences } from './fences.js';
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
    const write = <Name extends keyof Commands>(
      name: Name,
      input: Parameters<Commands[Name]>[0],
    ): Promise<ReturnType<Commands[Name]>> =>
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
    const { reads } = this;
    return {
      createSession: (input) => write('createSession', input),
      findSession: (tokenHash) => answer(() => reads.findSession(tokenHash)),
      touchSession: (session, at) => write('touchSession', { session, at }),
      recordConsent: (session, consent, at) => write('recordConsent', { session, consent, at }),
      setContact: (contact, user) => write('setContact', { contact, user }),
      identify: (input) => write('identify', input),
      endSession: (session, why, at) => write('endSession', { session, why, at }),
      revokeSessions: (inbox, subject, at) => write('endSessionsOf', { inbox, subject, at }),
      forgetRevocations: (before) => write('forgetRevocations', { before }),
      endedSince: (since, limit) => answer(() => reads.endedSince(since, limit)),
      offerToken: (session, current, next) => write('offerToken', { session, current, next }),
      rotateToken: (session, next, salt, at, until) => write('adoptToken', { session, next, salt, at, until }),
      profile: (contact) => answer(() => reads.profile(contact)),
      conversation: (id) => answer(() => reads.conversation(id)),
      startConversation: (input) => write('startConversation', input),
      enterConversation: (session, conversation) => write('enterConversation', { session, conversation }),
      conversationsOf: (contact, limit) => answer(() => reads.conversationsOf(contact, limit)),
      eraseConversation: (input) => write('eraseConversation', input),
      withdrawConsent: (session, at) => write('withdraw', { session, at }),
      handoffs: (limit) => answer(() => reads.waiting(limit)),
      operators: () => answer(() => reads.operators()),
      operator: (id) => answer(() => reads.operator(id)),
      ensureOperator: (id, name, at) => write('enrol', { id, name, at }),
      removeOperator: (id) => write('removeOperator', { id }),
      setPicture: (id, picture, at) => write('setPicture', { id, picture, at }),
      picture: (id) => answer(() => reads.picture(id)),
      queue: (inbox, limit) => answer(() => reads.waitingLine(inbox, limit)),
      recordStaffSeen: (at) => write('attend', { at }),
      heads: (ids) => answer(() => reads.heads(this.blind ? [] : ids)),
      eventsAfter: (conversation, after, limit) => answer(() => reads.eventsAfter(conversation, after, limit)),
      eventsBefore: (conversation, before, limit) => answer(() => reads.eventsBefore(conversation, before, limit)),
      append: (input) => write('append', input),
      markRead: (conversation, seq) => write('markRead', { conversation, seq }),
      markSeen: (conversation, seq) => write('markSeen', { conversation, seq }),
      eraseInactive: (inbox, before, limit) => write('forgetQuiet', { inbox, before, limit }),
      claimJobs: (owner, at, leaseUntil, limit) => write('claimJobs', { owner, at, leaseUntil, limit }),
      renewJob: (run, owner, leaseUntil, written) => write('renewJob', { run, owner, leaseUntil, written }),
      saveCheckpoint: (run, attempt, kept) => write('saveCheckpoint', { run, attempt, kept }),
      tokensUsed: (keys, day) => answer(() => reads.spent(keys, day)),
      addTokensUsed: (keys, day, tokens) => write('spend', { keys, day, tokens }),
      indexedTo: (conversations) => answer(() => reads.indexedTo(conversations)),
      indexMessages: (said) => write('keepSaid', said),
      findMessages: (conversations, phrases, limit) => answer(() => reads.findSaid(conversations, phrases, limit)),
      addToolCall: (call) => write('keepToolCall', call),
      updateToolCall: (change) => write('changeToolCall', change),
      toolCall: (conversation, id) => answer(() => reads.toolCall(conversation, id)),
      toolCalls: (conversation, which) => answer(() => reads.toolCalls(conversation, which)),
      claimDueToolCalls: async (at, next, limit) =>
        reads.isToolCallDue(at) ? write('takeDueToolCalls', { at, next, limit }) : [],
      setPage: (page) => write('setPage', page),
      pages: (conversation, at) => answer(() => reads.pages(conversation, at)),
      touchPage: (conversation, tab, seen) => write('touchPage', { conversation, tab, ...seen }),
      removePage: (conversation, tab, socket) => write('dropPage', { conversation, tab, socket }),
      renewPages: async (node, until, before) =>
        reads.hasPages() ? write('renewPages', { node, until, before }) : undefined,
      addAttachment: (input) => write('addAttachment', input),
      uploadedSince: (inbox, contact, since) => answer(() => reads.uploadedSince(inbox, contact, since)),
      attachments: (ids) => answer(() => reads.attachments(ids)),
      discardAttachments: (before, at, limit) => write('giveUpAttachments', { before, at, limit }),
      deleteAttachments: (ids) => write('forgetAttachments', { ids }),
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

  private inOne<Name extends keyof Commands>(
    name: Name,
    input: Parameters<Commands[Name]>[0],
  ): ReturnType<Commands[Name]> {
    this.begin.run();
    try {
      const result = (this.commands[name] as (input: unknown) => ReturnType<Commands[Name]>)(input);
      this.commit.run();
      if (name === 'append') this.note(input as Append, result as Appended);
      this.fences.saw(name, input, result);
      if (name === 'eraseConversation') this.noteErased((input as Erasure).conversation);
      return result;
    } catch (error) {
      this.rollback.run();
      throw error;
    }
  }
}
