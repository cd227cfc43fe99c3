/** Identifying a visitor, in the writer's transaction. The decision stands in ../identification.ts. */
import type Database from 'libsql';
import { decideIdentification, goesOnIn, type SessionBefore, type Standing } from '../identification.js';
import type { Identification, Identify, SessionEndReason } from '../store.js';

interface BeforeRow {
  readonly id: string;
  readonly contact: string;
  readonly subject: string | null;
  readonly conversation: string;
  readonly ended_why: SessionEndReason | null;
}

/** Whom their site has put out, and when. */
export const PUT_OUT = `
  CREATE TABLE put_out (
    inbox TEXT NOT NULL,
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (inbox, subject)
  ) STRICT, WITHOUT ROWID;
`;

/** See `Store.endSessionsOf`. */
export function putOutOn(
  db: Database.Database,
): (input: { readonly inbox: string; readonly subject: string; readonly at: number }) => readonly string[] {
  const remember = db.prepare(
    'INSERT INTO put_out (inbox, subject, at) VALUES (?, ?, ?) ON CONFLICT (inbox, subject) DO UPDATE SET at = max(at, excluded.at)',
  );
  const end = db.prepare(
    "UPDATE sessions SET ended_at = ?, ended_why = 'revoked' WHERE inbox = ? AND subject = ? AND ended_at IS NULL RETURNING id",
  );
  return ({ inbox, subject, at }) => {
    remember.run(inbox, subject, at);
    return (end.all(at, inbox, subject) as { id: string }[]).map(({ id }) => id);
  };
}

export function identifyOn(db: Database.Database): (input: Identify) => Identification {
  const sql = {
    forget: db.prepare('DELETE FROM used_proofs WHERE until < ?'),
    out: db.prepare('SELECT at FROM put_out WHERE inbox = ? AND subject = ? AND at >= ?'),
    used: db.prepare('SELECT page, session FROM used_proofs WHERE inbox = ? AND jti = ?'),
    stands: db.prepare(`
      SELECT 1 FROM sessions u WHERE u.id = @session AND NOT EXISTS (
        SELECT 1 FROM sessions s
        WHERE s.inbox = @inbox AND s.subject = @subject AND s.ended_at >= u.created_at AND s.ended_why <> 'identified')`),
    use: db.prepare('INSERT OR REPLACE INTO used_proofs (inbox, jti, page, session, until) VALUES (?, ?, ?, ?, ?)'),
    owner: db.prepare('SELECT id FROM contacts WHERE inbox = ? AND subject = ?'),
    before: db.prepare(`
      SELECT s.id, s.contact, c.subject, s.conversation, s.ended_why
      FROM sessions s JOIN contacts c ON c.id = s.contact
      WHERE s.inbox = @inbox AND s.host_origin = @origin AND (s.token_hash = @key OR s.next_token = @key OR s.id = @key
          OR s.id = (SELECT r.session FROM retired_tokens r WHERE r.token_hash = @key AND r.until >= @at))`),
    promote: db.prepare('UPDATE contacts SET subject = ?, profile = ? WHERE id = ?'),
    create: db.prepare('INSERT INTO contacts (id, inbox, subject, profile, created_at) VALUES (?, ?, ?, ?, ?)'),
    follow: db.prepare('UPDATE sessions SET contact = ? WHERE contact = ?'),
    absorb: db.prepare('DELETE FROM contacts WHERE id = ?'),
    move: db.prepare('UPDATE conversations SET writer = coalesce(writer, contact), contact = ? WHERE contact = ?'),
    head: db.prepare('SELECT id, head FROM logs WHERE id = ? AND contact = ?'),
    latest: db.prepare(
      "SELECT id, head FROM logs WHERE contact = ? AND inbox = ? AND handler <> 'closed' ORDER BY head > 0 DESC, created_at DESC, arrived DESC LIMIT 1",
    ),
    conversation: db.prepare(
      'INSERT INTO conversations (id, inbox, contact, epoch, created_at) VALUES (?, ?, ?, ?, ?)',
    ),
    end: db.prepare("UPDATE sessions SET ended_at = ?, ended_why = 'identified' WHERE id = ? AND ended_at IS NULL"),
    session: db.prepare(
      'INSERT INTO sessions (token_hash, id, inbox, contact, conversation, host_origin, consent, created_at, last_seen_at, token_salt, subject, kid, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
  };
  return (input) => {
    const { inbox, at, jti, identified, hostOrigin: origin } = input;
    const { subject, kid, until } = identified;
    sql.forget.run(at);
    const out = sql.out.get(inbox, subject, input.issuedAt) as { at: number } | undefined;
    if (out) return { kind: 'put-out', at: out.at };
    const used = sql.used.get(inbox, jti) as { page: string; session: string } | undefined;
    if (used && used.page !== input.page) return { kind: 'replayed' };
    if (used && !sql.stands.get({ inbox, subject, session: used.session })) return { kind: 'replayed' };

    const key = input.before ?? used?.session ?? null;
    const row = key === null ? undefined : (sql.before.get({ inbox, origin, key, at }) as BeforeRow | undefined);
    const before: SessionBefore | null = row ? { ...row, ended: row.ended_why } : null;
    const owner = (sql.owner.get(inbox, subject) as { id: string } | undefined)?.id ?? null;
    const decided = decideIdentification({ subject, owner, before, merge: input.merge, fresh: input.contact });
    const { contact, how, absorb, continues, end } = decided;
    const profile = JSON.stringify(input.profile);
    if (how === 'create') sql.create.run(contact, inbox, subject, profile, at);
    else sql.promote.run(subject, profile, contact);
    if (absorb) {
      sql.move.run(contact, absorb);
      sql.follow.run(contact, absorb);
      sql.absorb.run(absorb);
    }
    if (end) sql.end.run(at, end);

    const begun = continues === null ? undefined : (sql.head.get(continues, contact) as Standing | undefined);
    let conversation = goesOnIn(begun, sql.latest.get(contact, inbox) as Standing | undefined);
    if (!conversation) {
      conversation = input.conversation;
      sql.conversation.run(conversation, inbox, contact, input.epoch, at);
    }
    const consent = input.consent && JSON.stringify({ ...input.consent, at });
    sql.session.run(
      input.tokenHash,
      input.session,
      inbox,
      contact,
      conversation,
      origin,
      consent,
      at,
      at,
      input.tokenSalt,
      subject,
      kid,
      until,
    );
    sql.use.run(inbox, jti, input.page, input.session, input.usedUntil);
    return { kind: 'identified', contact, conversation, ended: end };
  };
}
