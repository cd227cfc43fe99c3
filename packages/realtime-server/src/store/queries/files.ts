import type { Attachment } from '@service/protocol';
import type { AttachmentAdded, FileOwner, NewAttachment, StoredAttachment } from '../port/files.js';
import type { Dialect } from '../sql/dialect.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

interface AttachmentRow {
  readonly inbox: string;
  readonly contact: string;
  readonly descriptor: string;
  readonly conversation: string | null;
}

function attachmentOf({ inbox, contact, descriptor, conversation }: AttachmentRow): StoredAttachment {
  return { attachment: JSON.parse(descriptor) as Attachment, inbox, contact, conversation };
}

export interface Uploaded {
  readonly contact: number;
  readonly inbox: number;
}

function* uploadedSince({ integer }: Dialect, inbox: string, contact: string, since: number): Steps<Uploaded> {
  const sum = (where: string) =>
    `(SELECT ${integer('coalesce(sum(size), 0)')} FROM attachments WHERE ${where} AND created_at >= ?3)`;
  const found = yield* row<Uploaded>(
    `SELECT ${sum('contact = ?2')} AS contact, ${sum('inbox = ?1')} AS inbox`,
    inbox,
    contact,
    since,
  );
  return { contact: found?.contact ?? 0, inbox: found?.inbox ?? 0 };
}

/** @param lock keeps both rows as they are until the commit; default: none, for a look without a transaction */
function* isOwnerActive({ session, conversation }: FileOwner, lock = ''): Steps<boolean> {
  const open = yield* row(`SELECT 1 FROM conversations WHERE id = ?1 AND erased_at IS NULL${lock}`, conversation);
  if (!open || session === null) return open !== undefined;
  return (yield* row(`SELECT 1 FROM sessions WHERE id = ?1 AND ended_at IS NULL${lock}`, session)) !== undefined;
}

/** What a visitor has uploaded and not sent: no message will name it any more. The rows say which bytes are to be removed. */
export const discardUnsent = (contact: string): Steps<number> =>
  change(
    "UPDATE attachments SET given_up_at = 0, descriptor = '' WHERE contact = ?1 AND conversation IS NULL",
    contact,
  );

function writes(dialect: Dialect) {
  return {
    *discardAttachments(before: number, at: number, limit: number): Steps<readonly string[]> {
      // Rows that an append or another node holds at this moment are left out.
      yield* change(
        `UPDATE attachments SET given_up_at = ?2 WHERE id IN (
          SELECT id FROM attachments WHERE conversation IS NULL AND given_up_at IS NULL AND created_at < ?1
          ORDER BY created_at LIMIT ?3${dialect.skipLocked}
        )`,
        before,
        at,
        limit,
      );
      const discarded = yield* rows<{ id: string }>(
        'SELECT id FROM attachments WHERE given_up_at IS NOT NULL ORDER BY given_up_at LIMIT ?1',
        limit,
      );
      return discarded.map(({ id }) => id);
    },
    *deleteAttachments(ids: readonly string[]): Steps<void> {
      yield* change(
        `DELETE FROM attachments WHERE ${dialect.isIn('id', '?1')} AND given_up_at IS NOT NULL`,
        dialect.list(ids),
      );
    },
  };
}

export function fileQueries(dialect: Dialect) {
  return {
    reads: {
      uploadedSince: (inbox: string, contact: string, since: number) => uploadedSince(dialect, inbox, contact, since),
      isOwnerActive: (owner: FileOwner) => isOwnerActive(owner),
      *attachments(ids: readonly string[]): Steps<readonly StoredAttachment[]> {
        const found = yield* rows<AttachmentRow>(
          `SELECT inbox, contact, descriptor, conversation FROM attachments
            WHERE ${dialect.isIn('id', '?1')} AND given_up_at IS NULL`,
          dialect.list(ids),
        );
        return found.map(attachmentOf);
      },
    },
    writes: writes(dialect),
    transactions: {
      /** The lock makes counting and storing one step: two uploads that end together would else both find room. */
      *addAttachment({ attachment, inbox, contact, owner, at, quota }: NewAttachment): Steps<AttachmentAdded> {
        const { id, size } = attachment;
        if (!(yield* isOwnerActive(owner, dialect.forShare))) return 'owner-gone';
        yield* dialect.lockName(`uploads of ${inbox}`, 0);
        const uploaded = yield* uploadedSince(dialect, inbox, contact, quota.since);
        if (uploaded.contact + size > quota.contactBytes || uploaded.inbox + size > quota.inboxBytes)
          return 'over-quota';
        yield* change(
          'INSERT INTO attachments (id, inbox, contact, size, descriptor, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
          id,
          inbox,
          contact,
          size,
          JSON.stringify(attachment),
          at,
        );
        return 'added';
      },
    },
  };
}
