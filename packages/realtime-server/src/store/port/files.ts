import type { Readable } from 'node:stream';
import type { Attachment } from '@service/protocol';

/** An uploaded file. Its bytes are in `StoredFiles`. */
export interface StoredAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  /** Who uploaded it. */
  readonly contact: string;
  /** The conversation of the message with the file; null while there is none. */
  readonly conversation: string | null;
}

/** For whom a file is uploaded: nothing is stored for what has ended or was erased. */
export interface FileOwner {
  /** The visitor's session; null for a person of the team. */
  readonly session: string | null;
  /** The conversation that was open when the upload began. */
  readonly conversation: string;
}

export interface NewAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  readonly contact: string;
  readonly owner: FileOwner;
  readonly at: number;
  /** The most bytes that contact and inbox may have uploaded since then, this file included. */
  readonly quota: { readonly since: number; readonly contactBytes: number; readonly inboxBytes: number };
}

export type AttachmentAdded = 'added' | 'over-quota' | 'owner-gone';

/** Rows about uploaded files. */
export interface AttachmentStore {
  /**
   * Stores the row unless it would exceed the quota, or its owner is not active any more. Asking, counting and storing is one step, on
   * all nodes: what ends the session or erases the conversation comes either before it or finds the row.
   */
  addAttachment(input: NewAttachment): Promise<AttachmentAdded>;
  /** False when the session has ended, or the conversation was erased. */
  isOwnerActive(owner: FileOwner): Promise<boolean>;
  /** Bytes uploaded since then. */
  uploadedSince(
    inbox: string,
    contact: string,
    since: number,
  ): Promise<{ readonly contact: number; readonly inbox: number }>;
  /** The files with these ids that are not discarded, in any order. */
  attachments(ids: readonly string[]): Promise<readonly StoredAttachment[]>;
  /**
   * Discards files that were uploaded before then and are in no message; from now on they can't be. Returns up to `limit` ids of
   * discarded files, also of erased conversations and withdrawn consents. Delete their bytes, then their rows.
   */
  discardAttachments(before: number, at: number, limit: number): Promise<readonly string[]>;
  /** Deletes the rows of discarded files. */
  deleteAttachments(ids: readonly string[]): Promise<void>;
}

/**
 * The bytes of files. Each file has a row in the store, written before its bytes and removed after them, so no bytes are without an
 * owner. Nodes that share the store share the bytes.
 */
export interface StoredFiles {
  /** Stores the file at `path` for every node. Stores nothing when this fails. */
  save(path: string, id: string): Promise<void>;
  /** The file, or null when it isn't there. The caller must read the body or destroy it. */
  read(id: string): Promise<{ readonly size: number; readonly body: Readable } | null>;
  /** Unknown ids are no error. */
  remove(ids: readonly string[]): Promise<void>;
  /** The bytes are on a disk of this node, which can be looked at. */
  readonly onThisDisk: boolean;
  /** The key that signs links to files: the same on all nodes, and after every start. */
  readonly linkKey: string;
  close(): Promise<void>;
}
