/**
 * Everything that writes, as functions of a database inside an open transaction. They run in the writer thread, many to
 * a commit; each sees what the ones before it did.
 */
import { type ConsentGrant, type Handler, nextHandler, type UserContext } from '@service/protocol';
import type Database from 'libsql';
import { ON_A_CONVERSATION } from '../forgetting.js';
import type {
  AnswerJob,
  Append,
  Appended,
  Identification,
  Identify,
  NewAttachment,
  NewSession,
  SessionEndReason,
} from '../store.js';
import { identifyOn, putOutOn } from './identify.js';
import { type KnowledgeCommands, knowledgeCommandsOn } from './knowledge-commands.js';
import { type OperatorCommands, operatorCommandsOn } from './operators.js';
import { type EventRow, eventOf } from './rows.js';
import { type SaidCommands, saidCommandsOn } from './said.js';
import { type ToolCommands, toolCommandsOn } from './tool-calls.js';
import { type VisitorConversationCommands, visitorConversationsOn } from './visitor-conversations.js';
import { type LineCommands, lineCommandsOn } from './waiting-line.js';

export interface Commands
  extends KnowledgeCommands,
    LineCommands,
    OperatorCommands,
    SaidCommands,
    ToolCommands,
    VisitorConversationCommands {
  /** Nothing: whoever asks for it hears when the writer came to it. Without a change there is nothing to flush. */
  pulse(input: null): void;
  createSession(input: NewSession): void;
  touchSession(input: { readonly session: string; readonly at: number }): void;
  recordConsent(input: { readonly session: string; readonly consent: ConsentGrant; readonly at: number }): void;
  setContact(input: { readonly contact: string; readonly user: UserContext }): void;
  identify(input: Identify): Identification;
  endSession(input: { readonly session: string; readonly why: SessionEndReason; readonly at: number }): boolean;
  endSessionsOf(input: { readonly inbox: string; readonly subject: string; readonly at: number }): readonly string[];
  forgetRevocations(input: { readonly before: number }): void;
  offerToken(input: { readonly session: string; readonly current: string; readonly next: string }): void;
  adoptToken(input: {
    readonly session: string;
    readonly next: string;
    readonly salt: string;
    readonly at: number;
    readonly until: number;
  }): void;
  append(input: Append): Appended;
  markRead(input: { readonly conversation: string; readonly seq: number }): number;
  markSeen(input: { readonly conversation: string; readonly seq: number }): number;
  claimJobs(input: {
    readonly owner: string;
    readonly at: number;
    readonly leaseUntil: number;
    readonly limit: number;
  }): AnswerJob[];
  renewJob(input: {
    readonly run: string;
    readonly owner: string;
    readonly leaseUntil: number;
    readonly written: string;
  }): boolean;
  saveCheckpoint(input: { readonly run: string; readonly attempt: number; readonly kept: string }): boolean;
  forgetQuiet(input: { readonly inbox: string; readonly before: number; readonly limit: number }): number;
  spend(input: { readonly keys: readonly string[]; readonly day: number; readonly tokens: number }): void;
  addAttachment(input: NewAttachment): boolean;
  giveUpAttachments(input: { readonly before: number; readonly at: number; readonly limit: number }): string[];
  forgetAttachments(input: { readonly ids: readonly string[] }): void;
}

/** `?1`, or how far the log of conversation `?2` goes. */
const REACHED = 'min(?1, (SELECT head FROM logs WHERE id = ?2))';

/** What an append has to know of its log. */
interface LogRow {
  readonly inbox: string;
  readonly epoch: string;
  readonly handler: Handler;
  readonly head: number;
}

export function commandsOn(db: Database.Database): Commands {
  const sql = {
    contact: db.prepare('INSERT INTO contacts (id, inbox, created_at) VALUES (?, ?, ?)'),
    conversation: db.prepare(
      'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?, ?, ?, ?, ?)',
    ),
    session: db.prepare(
      'INSERT INTO sessions (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at, token_salt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    touch: db.prepare('UPDATE sessions SET last_seen_at = ? WHERE id = ?'),
    consent: db.prepare('UPDATE sessions SET consent = ? WHERE id = ?'),
    end: db.prepare('UPDATE sessions SET ended_at = ?, ended_why = ? WHERE id = ? AND ended_at IS NULL'),
    forgetRevocations: db.prepare('DELETE FROM put_out WHERE at < ?'),
    offer: db.prepare('UPDATE sessions SET next_token = ? WHERE id = ? AND token_hash = ? AND next_token IS NULL'),
    retire: db.prepare(
      'INSERT INTO retired_tokens (token_hash, session, salt, until) SELECT token_hash, id, token_salt, ? FROM sessions WHERE id = ? AND next_token = ?',
    ),
    adopt: db.prepare(
      'UPDATE sessions SET token_hash = next_token, next_token = NULL, token_salt = ?, token_since = ? WHERE id = ? AND next_token = ?',
    ),
    attributes: db.prepare('UPDATE contacts SET attributes = ? WHERE id = ?'),
    find: db.prepare('SELECT inbox, epoch, handler, head FROM logs WHERE id = ?'),
    known: db.prepare('SELECT * FROM events WHERE conversation = ? AND author_id = ? AND client_id = ?'),
    event: db.prepare(
      'INSERT OR IGNORE INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body, fills) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    handOver: db.prepare('UPDATE conversations SET handler = ? WHERE id = ?'),
    run: db.prepare('INSERT INTO runs (id, conversation, inbox, message, question) VALUES (?, ?, ?, ?, ?)'),
    holds: db.prepare("SELECT 1 FROM runs WHERE id = ? AND attempt = ? AND state IN ('pending', 'running')"),
    endRun: db.prepare('UPDATE runs SET state = ?, owner = NULL WHERE id = ?'),
    dropPending: db.prepare("UPDATE runs SET state = 'stopped' WHERE conversation = ? AND state = 'pending'"),
    read: db.prepare(`UPDATE conversations SET read_seq = max(read_seq, ${REACHED}) WHERE id = ?2 RETURNING read_seq`),
    seen: db.prepare(`UPDATE conversations SET seen_seq = max(seen_seq, ${REACHED}) WHERE id = ?2 RETURNING seen_seq`),
    free: db.prepare(`
      SELECT * FROM runs AS run
      WHERE state IN ('pending', 'running') AND (state = 'pending' OR lease_until < ?)
        AND question = (SELECT min(question) FROM runs WHERE conversation = run.conversation AND state IN ('pending', 'running'))
      ORDER BY rowid LIMIT ?`),
    claim: db.prepare(
      "UPDATE runs SET state = 'running', owner = ?, lease_until = ?, attempt = attempt + 1 WHERE id = ?",
    ),
    renew: db.prepare("UPDATE runs SET lease_until = ?, written = ? WHERE id = ? AND owner = ? AND state = 'running'"),
    keep: db.prepare("UPDATE runs SET kept = ? WHERE id = ? AND attempt = ? AND state = 'running'"),
    spend: db.prepare(
      'INSERT INTO spending (day, key, tokens) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens',
    ),
    quiet: db.prepare(`
      SELECT id FROM contacts AS contact WHERE inbox = ?1 AND created_at < ?2
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE contact = contact.id AND last_seen_at >= ?2)
        AND NOT EXISTS (
          SELECT 1 FROM logs JOIN events ON conversation = logs.id AND seq = head
          WHERE logs.contact = contact.id AND at >= ?2)
      LIMIT ?3`),
    forget: [
      'DELETE FROM sessions WHERE contact = ?',
      // Their bytes lie elsewhere, and go at the next sweep.
      "UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE contact = ?1 OR conversation IN (SELECT id FROM conversations WHERE contact = ?1)",
      ...ON_A_CONVERSATION.map(
        (table) => `DELETE FROM ${table} WHERE conversation IN (SELECT id FROM conversations WHERE contact = ?)`,
      ),
      'DELETE FROM conversations WHERE contact = ?',
      'DELETE FROM contacts WHERE id = ?',
    ].map((text) => db.prepare(text)),
    forgetSpending: db.prepare('DELETE FROM spending WHERE day < ?'),
    ofContact: db.prepare('SELECT total(size) AS bytes FROM attachments WHERE contact = ? AND created_at >= ?'),
    ofInbox: db.prepare('SELECT total(size) AS bytes FROM attachments WHERE inbox = ? AND created_at >= ?'),
    addFile: db.prepare(
      'INSERT INTO attachments (id, inbox, contact, size, descriptor, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    isLoose: db.prepare('SELECT 1 FROM attachments WHERE id = ? AND conversation IS NULL AND given_up_at IS NULL'),
    attach: db.prepare('UPDATE attachments SET conversation = ?, seq = ? WHERE id = ?'),
    giveUp: db.prepare(
      'UPDATE attachments SET given_up_at = ? WHERE conversation IS NULL AND given_up_at IS NULL AND created_at < ?',
    ),
    givenUp: db.prepare('SELECT id FROM attachments WHERE given_up_at IS NOT NULL ORDER BY given_up_at LIMIT ?'),
    forgetFile: db.prepare('DELETE FROM attachments WHERE id = ? AND given_up_at IS NOT NULL'),
  };
  const bytes = (row: unknown): number => (row as { bytes: number }).bytes;
  const commands: Commands = {
    ...knowledgeCommandsOn(db),
    ...lineCommandsOn(db),
    ...operatorCommandsOn(db),
    ...saidCommandsOn(db),
    ...toolCommandsOn(db),
    ...visitorConversationsOn(db, (input) => commands.append(input)),
    pulse: () => undefined,
    createSession(input) {
      sql.contact.run(input.contact, input.inbox, input.at);
      sql.conversation.run(input.conversation, input.inbox, input.contact, input.epoch, input.at);
      sql.session.run(
        input.tokenHash,
        input.session,
        input.inbox,
        input.contact,
        input.conversation,
        input.hostOrigin,
        input.consent && JSON.stringify({ ...input.consent, at: input.at }),
        input.at,
        input.at,
        input.tokenSalt,
      );
    },
    identify: identifyOn(db),
    endSession: ({ session, why, at }) => sql.end.run(at, why, session).changes === 1,
    endSessionsOf: putOutOn(db),
    forgetRevocations: ({ before }) => {
      sql.forgetRevocations.run(before);
    },
    offerToken({ session, current, next }) {
      sql.offer.run(next, session, current);
    },
    adoptToken({ session, next, salt, at, until }) {
      if (sql.retire.run(until, session, next).changes === 0) return;
      sql.adopt.run(salt, at, session, next);
    },
    touchSession({ session, at }) {
      sql.touch.run(at, session);
    },
    recordConsent({ session, consent, at }) {
      sql.consent.run(JSON.stringify({ ...consent, at }), session);
    },
    setContact({ contact, user }) {
      sql.attributes.run(JSON.stringify(user), contact);
    },
    append(input) {
      const { conversation, by, at, clientId, writes } = input;
      const log = sql.find.get(conversation) as LogRow | undefined;
      if (!log) return { kind: 'not-found' };
      const { inbox, epoch, handler: current, head } = log;
      const body = JSON.stringify(input.body);
      const before = (): Appended | null => {
        const known = sql.known.get(conversation, by.id, clientId) as EventRow | undefined;
        if (!known) return null;
        return known.body === body ? { kind: 'duplicate', event: eventOf(known), epoch } : { kind: 'conflict' };
      };
      if (current === 'closed' && !writes?.ends) return before() ?? { kind: 'closed' };
      if (writes && !sql.holds.get(writes.run, writes.attempt)) return before() ?? { kind: 'run-over' };
      const files = input.attaches ?? [];
      if (!files.every((id) => sql.isLoose.get(id))) return before() ?? { kind: 'file-gone' };
      const seq = head + 1;
      // The unique indexes decide whether it is new; asking first would cost every message what few of them need.
      const { id, kind, name = null } = by;
      // A list: whatever else is bound, libsql makes one of it first, for every message.
      const { changes } = sql.event.run([conversation, seq, at, kind, id, name, clientId, body, input.fills ?? null]);
      if (changes === 0) return before() ?? { kind: input.fills === undefined ? 'conflict' : 'form-answered' };
      for (const id of files) sql.attach.run(conversation, seq, id);
      if (writes?.ends) sql.endRun.run(writes.ends, writes.run);
      const handler = nextHandler(current, input.body);
      if (handler !== current) sql.handOver.run(handler, conversation);
      if (input.run && handler === 'agent') sql.run.run(input.run.id, conversation, inbox, input.run.message, seq);
      if (current === 'agent' && handler !== 'agent') sql.dropPending.run(conversation);
      return { kind: 'appended', event: { seq, at, by, clientId, body: input.body }, handler, epoch };
    },
    markRead({ conversation, seq }) {
      return (sql.read.get(seq, conversation) as { read_seq: number } | undefined)?.read_seq ?? 0;
    },
    markSeen({ conversation, seq }) {
      return (sql.seen.get(seq, conversation) as { seen_seq: number } | undefined)?.seen_seq ?? 0;
    },
    claimJobs({ owner, at, leaseUntil, limit }) {
      const rows = sql.free.all(at, limit) as (Omit<AnswerJob, 'checkpoint'> & { kept: string | null })[];
      return rows.map(({ id, conversation, inbox, message, question, attempt, written, kept }) => {
        sql.claim.run(owner, leaseUntil, id);
        return { id, conversation, inbox, message, question, attempt: attempt + 1, written, checkpoint: kept };
      });
    },
    renewJob({ run, owner, leaseUntil, written }) {
      return sql.renew.run(leaseUntil, written, run, owner).changes === 1;
    },
    saveCheckpoint({ run, attempt, kept }) {
      return sql.keep.run(kept, run, attempt).changes === 1;
    },
    forgetQuiet({ inbox, before, limit }) {
      const quiet = sql.quiet.all(inbox, before, limit) as { id: string }[];
      for (const { id } of quiet) for (const statement of sql.forget) statement.run(id);
      return quiet.length;
    },
    spend({ keys, day, tokens }) {
      sql.forgetSpending.run(day - 1);
      for (const key of keys) sql.spend.run(day, key, tokens);
    },
    addAttachment({ attachment, inbox, contact, at, quota }) {
      const { id, size } = attachment;
      if (bytes(sql.ofContact.get(contact, quota.since)) + size > quota.contactBytes) return false;
      if (bytes(sql.ofInbox.get(inbox, quota.since)) + size > quota.inboxBytes) return false;
      sql.addFile.run(id, inbox, contact, size, JSON.stringify(attachment), at);
      return true;
    },
    giveUpAttachments({ before, at, limit }) {
      sql.giveUp.run(at, before);
      return (sql.givenUp.all(limit) as { id: string }[]).map(({ id }) => id);
    },
    forgetAttachments({ ids }) {
      for (const id of ids) sql.forgetFile.run(id);
    },
  };
  return commands;
}
