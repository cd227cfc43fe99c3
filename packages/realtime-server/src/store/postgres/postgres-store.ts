/**
 * The store that several nodes share. What must never happen twice or out of order is decided by PostgreSQL, under the
 * lock of the conversation's row; nothing here is true only within one process.
 */
import { type Handler, type LogBody, nextHandler } from '@service/protocol';
import { ON_A_CONVERSATION } from '../forgetting.js';
import { latestWordsFirst } from '../latest-words.js';
import {
  type Append,
  type Appended,
  type OpenStore,
  type SessionEndReason,
  StoreUnavailable,
  type VerifiedProfile,
} from '../store.js';
import { identifyIn, putOutIn } from './identify.js';
import { inTurn } from './in-turn.js';
import { knowledgeIn } from './knowledge.js';
import { operatorsOn } from './operators.js';
import { inTransaction, onConnection, openPool, type Query, queryOn, reasonOf } from './pool.js';
import {
  type AttachmentRow,
  attachmentOf,
  type ConversationRow,
  conversationOf,
  type EventRow,
  eventOf,
  type JobRow,
  type ProgressRow,
  progressOf,
  type RetiredRow,
  runOf,
  type SessionRow,
  sessionOf,
} from './rows.js';
import { keepSaid, saidOn } from './said.js';
import { migrate } from './schema.js';
import { toolCallsOn } from './tool-calls.js';
import { eraseConversation, startConversation, withdraw } from './visitor-conversations.js';
import { waitingLineOn } from './waiting-line.js';

/**
 * One statement, because references are checked at its end. The lock is a question, not a wait: while another node forgets,
 * this one has nothing to do. Files are found in two ways, one after the other: asked for with OR, all there are were read.
 */
const FORGET_QUIET = `
  WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(7305437412362) AS mine),
  quiet AS MATERIALIZED (
    SELECT id FROM contacts AS contact
    WHERE (SELECT mine FROM turn) AND inbox = $1 AND created_at < $2
      AND NOT EXISTS (SELECT FROM sessions WHERE sessions.contact = contact.id AND last_seen_at >= $2)
      AND NOT EXISTS (
        SELECT FROM conversations JOIN events ON events.conversation = conversations.id AND seq = head
        WHERE conversations.contact = contact.id AND at >= $2)
    LIMIT $3),
  talks AS MATERIALIZED (SELECT id FROM conversations WHERE contact IN (SELECT id FROM quiet)),
  sessions_gone AS (DELETE FROM sessions WHERE contact IN (SELECT id FROM quiet)),
  ${ON_A_CONVERSATION.map((table) => `${table}_gone AS (DELETE FROM ${table} WHERE conversation IN (SELECT id FROM talks)),`).join('\n  ')}
  files_given_up AS (UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE id IN (
    SELECT id FROM attachments WHERE contact IN (SELECT id FROM quiet)
    UNION SELECT id FROM attachments WHERE conversation IN (SELECT id FROM talks))),
  talks_gone AS (DELETE FROM conversations WHERE id IN (SELECT id FROM talks)),
  gone AS (DELETE FROM contacts WHERE id IN (SELECT id FROM quiet) RETURNING id)
  SELECT count(*)::integer AS forgotten FROM gone`;

/**
 * Connects, and brings the tables to this version's state.
 * @param url `postgres://user:password@host:port/database`
 * @throws when the database can't be reached or a newer version wrote it. The message never holds the password.
 */
export async function openPostgresStore(url: string): Promise<OpenStore> {
  try {
    await onConnection(url, migrate);
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new Error(`The database at ${host}${pathname} can't be used: ${reasonOf(error)}`);
  }
  const pool = openPool(url);
  const query = queryOn(pool);
  // Appends of this node to one conversation queue here and not at the row's lock: there they would come in any order,
  // and a busy conversation would hold every connection while it waits.
  const oneByOne = inTurn();

  return {
    async ping() {
      // There is no writer here: what writes waits for a connection, as this does.
      await query('SELECT 1', []);
    },
    async createSession(input) {
      const { contact, inbox, conversation, epoch, tokenHash, session, hostOrigin, consent, at, tokenSalt } = input;
      const agreed = consent && JSON.stringify({ ...consent, at });
      await query(
        `WITH contact AS (INSERT INTO contacts (id, inbox, created_at) VALUES ($1, $2, $3)),
          conversation AS (INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES ($4, $2, $1, $5, $3))
        INSERT INTO sessions
          (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at, token_salt)
          VALUES ($6, $7, $2, $1, $4, $8, $9, $3, $3, $10)`,
        [contact, inbox, at, conversation, epoch, tokenHash, session, hostOrigin, agreed, tokenSalt],
      );
    },
    async findSession(tokenHash) {
      const [row] = await query<SessionRow>(`${SESSION} WHERE s.token_hash = $1 OR s.next_token = $1`, [tokenHash]);
      if (row) return sessionOf(row, tokenHash);
      const [retired] = await query<RetiredRow>(
        'SELECT session, salt, until FROM retired_tokens WHERE token_hash = $1',
        [tokenHash],
      );
      const [owner] = retired ? await query<SessionRow>(`${SESSION} WHERE s.id = $1`, [retired.session]) : [];
      return retired && owner ? sessionOf(owner, tokenHash, retired) : null;
    },
    async touchSession(session, at) {
      await query('UPDATE sessions SET last_seen_at = $2 WHERE id = $1', [session, at]);
    },
    async recordConsent(session, consent, at) {
      await query('UPDATE sessions SET consent = $2 WHERE id = $1', [session, JSON.stringify({ ...consent, at })]);
    },
    async setContact(contact, user) {
      await query('UPDATE contacts SET attributes = $2 WHERE id = $1', [contact, JSON.stringify(user)]);
    },

    identify: (input) => inTransaction(pool, (inside) => identifyIn(inside, input)),
    async endSession(session, why, at) {
      const rows = await query(
        'UPDATE sessions SET ended_at = $2, ended_why = $3 WHERE id = $1 AND ended_at IS NULL RETURNING id',
        [session, at, why],
      );
      return rows.length === 1;
    },
    revokeSessions: (inbox, subject, at) => inTransaction(pool, (inside) => putOutIn(inside, inbox, subject, at)),
    async forgetRevocations(before) {
      await query('DELETE FROM put_out WHERE at < $1', [before]);
    },
    endedSince: (since, limit) =>
      query<{ id: string; why: SessionEndReason }>(
        'SELECT id, ended_why AS why FROM sessions WHERE ended_at >= $1 ORDER BY ended_at LIMIT $2',
        [since, limit],
      ),
    async offerToken(session, current, next) {
      await query('UPDATE sessions SET next_token = $3 WHERE id = $1 AND token_hash = $2 AND next_token IS NULL', [
        session,
        current,
        next,
      ]);
    },
    async rotateToken(session, next, salt, at, until) {
      // Two tabs that use it at the same moment: the second waits for the first one's row and then finds nothing to do.
      await query(
        `WITH old AS (SELECT id, token_hash, token_salt FROM sessions WHERE id = $1 AND next_token = $2 FOR UPDATE),
          adopted AS (
            UPDATE sessions SET token_hash = next_token, next_token = NULL, token_salt = $3, token_since = $4
            WHERE id IN (SELECT id FROM old) RETURNING id
          )
        INSERT INTO retired_tokens (token_hash, session, salt, until)
          SELECT token_hash, id, token_salt, $5 FROM old WHERE id IN (SELECT id FROM adopted)`,
        [session, next, salt, at, until],
      );
    },
    async profile(contact) {
      const [row] = await query<{ subject: string; profile: string }>(
        'SELECT subject, profile FROM contacts WHERE id = $1 AND subject IS NOT NULL',
        [contact],
      );
      return row ? { subject: row.subject, profile: JSON.parse(row.profile) as VerifiedProfile } : null;
    },

    async conversation(id) {
      const [row] = await query<ConversationRow>('SELECT * FROM conversations WHERE id = $1', [id]);
      return row ? conversationOf(row) : null;
    },
    startConversation: (input) => inTransaction(pool, (inside) => startConversation(inside, input)),
    async enterConversation(session, conversation) {
      await query('UPDATE sessions SET conversation = $2 WHERE id = $1', [session, conversation]);
    },
    async conversationsOf(contact, limit) {
      const rows = await query<ConversationRow>(
        `SELECT * FROM conversations WHERE contact = $1 AND erased_at IS NULL
          ORDER BY ${latestWordsFirst('conversations.id')} LIMIT $2`,
        [contact, limit],
      );
      return rows.map(conversationOf);
    },
    eraseConversation: (input) => inTransaction(pool, (inside) => eraseConversation(inside, input)),
    withdrawConsent: (session, at) =>
      inTransaction(pool, (inside) => withdraw(inside, (input) => appendOn(inside, input), session, at)),
    async handoffs(limit) {
      const rows = await query<ConversationRow>(
        "SELECT * FROM conversations WHERE handler IN ('queued', 'human') ORDER BY handler = 'human', ticket, created_at LIMIT $1",
        [limit],
      );
      return rows.map(conversationOf);
    },
    async heads(ids) {
      const rows = await query<ProgressRow>(
        'SELECT id, head, read_seq, seen_seq, erased_at FROM conversations WHERE id = ANY ($1::text[])',
        [ids],
      );
      return new Map(rows.map((row) => [row.id, progressOf(row)]));
    },
    async eventsAfter(conversation, after, limit) {
      const rows = await query<EventRow>(
        'SELECT * FROM events WHERE conversation = $1 AND seq > $2 ORDER BY seq LIMIT $3',
        [conversation, after, limit],
      );
      return rows.map(eventOf);
    },
    async eventsBefore(conversation, before, limit) {
      const rows = await query<EventRow>(
        'SELECT * FROM events WHERE conversation = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3',
        [conversation, before, limit],
      );
      return rows.map(eventOf).reverse();
    },

    append: (input) => oneByOne(input.conversation, () => appendOn(query, input)),
    async markRead(conversation, seq) {
      const [row] = await query<{ read_seq: number }>(
        'UPDATE conversations SET read_seq = greatest(read_seq, least($2, head)) WHERE id = $1 RETURNING read_seq',
        [conversation, seq],
      );
      return row?.read_seq ?? 0;
    },

    async markSeen(conversation, seq) {
      const [row] = await query<{ seen_seq: number }>(
        'UPDATE conversations SET seen_seq = greatest(seen_seq, least($2, head)) WHERE id = $1 RETURNING seen_seq',
        [conversation, seq],
      );
      return row?.seen_seq ?? 0;
    },

    async claimJobs(owner, at, leaseUntil, limit) {
      // Rows that another node is claiming at this moment are passed over, not waited for.
      const rows = await query<JobRow>(
        `WITH free AS (
          SELECT id FROM runs AS run
          WHERE state IN ('pending', 'running') AND (state = 'pending' OR lease_until < $2)
            AND question = (
              SELECT min(question) FROM runs WHERE conversation = run.conversation AND state IN ('pending', 'running')
            )
          ORDER BY ordinal LIMIT $4 FOR UPDATE OF run SKIP LOCKED
        ), claimed AS (
          UPDATE runs SET state = 'running', owner = $1, lease_until = $3, attempt = attempt + 1
          WHERE id IN (SELECT id FROM free) RETURNING *
        )
        SELECT id, conversation, inbox, message, question, attempt, written, kept FROM claimed ORDER BY ordinal`,
        [owner, at, leaseUntil, limit],
      );
      return rows.map(runOf);
    },
    async renewJob(run, owner, leaseUntil, written) {
      const rows = await query(
        "UPDATE runs SET lease_until = $3, written = $4 WHERE id = $1 AND owner = $2 AND state = 'running' RETURNING id",
        [run, owner, leaseUntil, JSON.stringify(written)],
      );
      return rows.length === 1;
    },
    async saveCheckpoint(run, attempt, kept) {
      const rows = await query(
        "UPDATE runs SET kept = $3 WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id",
        [run, attempt, kept],
      );
      return rows.length === 1;
    },

    async tokensUsed(keys, day) {
      const rows = await query<{ key: string; tokens: number }>(
        'SELECT key, tokens FROM spending WHERE day = $1 AND key = ANY ($2::text[])',
        [day, keys],
      );
      return new Map(rows.map(({ key, tokens }) => [key, tokens]));
    },
    async eraseInactive(inbox, before, limit) {
      const [row] = await query<{ forgotten: number }>(FORGET_QUIET, [inbox, before, limit]);
      return row?.forgotten ?? 0;
    },
    async addTokensUsed(keys, day, tokens) {
      // In one order, or two that spend at once would each hold what the other waits for.
      await query(
        `WITH forgotten AS (DELETE FROM spending WHERE day < $1 - 1)
        INSERT INTO spending (day, key, tokens) SELECT $1, key, $3 FROM unnest($2::text[]) AS key
          ON CONFLICT (day, key) DO UPDATE SET tokens = spending.tokens + excluded.tokens`,
        [day, [...keys].sort(), tokens],
      );
    },

    knowledge: knowledgeIn(pool, query),
    ...waitingLineOn(query),
    ...operatorsOn(query),
    ...toolCallsOn(query),
    ...saidOn(query),
    indexMessages: (said) => inTransaction(pool, (inside) => keepSaid(inside, said)),

    async addAttachment({ attachment, inbox, contact, at, quota }) {
      const [row] = await query<{ added: boolean }>(
        'SELECT add_attachment($1, $2, $3, $4, $5, $6, $7, $8, $9) AS added',
        [
          attachment.id,
          inbox,
          contact,
          attachment.size,
          JSON.stringify(attachment),
          at,
          quota.since,
          quota.contactBytes,
          quota.inboxBytes,
        ],
      );
      return row?.added ?? false;
    },
    async uploadedSince(inbox, contact, since) {
      const [row] = await query<{ contact: number; inbox: number }>(
        `SELECT
          (SELECT coalesce(sum(size), 0)::bigint FROM attachments WHERE contact = $2 AND created_at >= $3) AS contact,
          (SELECT coalesce(sum(size), 0)::bigint FROM attachments WHERE inbox = $1 AND created_at >= $3) AS inbox`,
        [inbox, contact, since],
      );
      return row ?? { contact: 0, inbox: 0 };
    },
    async attachments(ids) {
      const rows = await query<AttachmentRow>(
        'SELECT * FROM attachments WHERE id = ANY ($1::text[]) AND given_up_at IS NULL',
        [ids],
      );
      return rows.map(attachmentOf);
    },
    async discardAttachments(before, at, limit) {
      // Rows that an append or another node holds at this moment are passed over.
      await query(
        `UPDATE attachments SET given_up_at = $2 WHERE id IN (
          SELECT id FROM attachments WHERE conversation IS NULL AND given_up_at IS NULL AND created_at < $1
          ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED
        )`,
        [before, at, limit],
      );
      const rows = await query<{ id: string }>(
        'SELECT id FROM attachments WHERE given_up_at IS NOT NULL ORDER BY given_up_at LIMIT $1',
        [limit],
      );
      return rows.map(({ id }) => id);
    },
    async deleteAttachments(ids) {
      await query('DELETE FROM attachments WHERE id = ANY ($1::text[]) AND given_up_at IS NOT NULL', [ids]);
    },

    close: () => pool.end(),
  };
}

const SESSION =
  'SELECT s.*, coalesce(c.writer, c.contact) AS writer FROM sessions s JOIN conversations c ON c.id = s.conversation';

interface AppendRow extends Pick<EventRow, 'seq' | 'at' | 'author_kind' | 'author_name'> {
  readonly outcome: Appended['kind'];
  readonly handler: string;
  readonly epoch: string;
}

async function appendOn(query: Query, input: Append): Promise<Appended> {
  const { attaches = [], fills } = input;
  const [answer] = await query<AppendRow>(
    // Other messages are spared the savepoint that these two procedures set.
    attaches.length > 0
      ? 'SELECT * FROM append_with_files($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::text[])'
      : fills !== undefined
        ? 'SELECT * FROM append_answer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)'
        : 'SELECT * FROM append_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
    [
      input.conversation,
      input.by.kind,
      input.by.id,
      input.by.name === undefined ? null : JSON.stringify(input.by.name),
      input.clientId,
      JSON.stringify(input.body),
      input.at,
      JSON.stringify(nextHandlers(input.body)),
      input.run?.id ?? null,
      input.run?.message ?? null,
      input.writes?.run ?? null,
      input.writes?.attempt ?? null,
      input.writes?.ends ?? null,
      ...(attaches.length > 0 ? [attaches] : fills !== undefined ? [fills] : []),
    ],
  );
  if (!answer) throw new StoreUnavailable('The database gave no answer.');
  return appendedOf(input, answer);
}

/** Who answers after `body`, for each who may answer before: only the database, under its lock, knows who that was. */
function nextHandlers(body: LogBody): Readonly<Record<Handler, Handler>> {
  return {
    agent: nextHandler('agent', body),
    queued: nextHandler('queued', body),
    human: nextHandler('human', body),
    closed: nextHandler('closed', body),
  };
}

function appendedOf({ by, clientId, body }: Append, row: AppendRow): Appended {
  if (row.outcome !== 'appended' && row.outcome !== 'duplicate') return { kind: row.outcome };
  const event = eventOf({ ...row, author_id: by.id, client_id: clientId, body: JSON.stringify(body) });
  return row.outcome === 'duplicate'
    ? { kind: 'duplicate', event, epoch: row.epoch }
    : { kind: 'appended', event: { ...event, body }, handler: row.handler as Handler, epoch: row.epoch };
}
