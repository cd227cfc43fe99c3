import type { Readable } from 'node:stream';
import type { Attachment } from '@service/protocol';

/** A file that is kept beside the log. Its bytes are not the store's business. */
export interface StoredAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  /** Who uploaded it. */
  readonly contact: string;
  /** The conversation of the message that names it, or null while none does. */
  readonly conversation: string | null;
}

export interface NewAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  readonly contact: string;
  readonly at: number;
  /** Taken in only while what was uploaded since then, this one included, stays within these numbers of bytes. */
  readonly quota: { readonly since: number; readonly contactBytes: number; readonly inboxBytes: number };
}

/** Files, by what is known of them: their bytes lie elsewhere. */
export interface AttachmentStore {
  /** False when it would go over the quota: then nothing was stored. Counted and stored in one step, on all nodes. */
  addAttachment(input: NewAttachment): Promise<boolean>;
  /** Bytes uploaded since then. */
  uploadedSince(
    inbox: string,
    contact: string,
    since: number,
  ): Promise<{ readonly contact: number; readonly inbox: number }>;
  /** Those of `ids` that there are and that are not given up, in any order. */
  attachments(ids: readonly string[]): Promise<readonly StoredAttachment[]>;
  /**
   * Gives up the files that were uploaded before then and that no message names: from now on none can. Returns up to
   * `limit` ids of given up files, those of erased conversations among them. Their bytes may go, and then their rows.
   */
  discardAttachments(before: number, at: number, limit: number): Promise<readonly string[]>;
  /** Forgets given up files whose bytes are gone. */
  deleteAttachments(ids: readonly string[]): Promise<void>;
}

/**
 * The bytes of files. Each file has a row in the store, written before its bytes and removed after them, so no bytes are without an
 * owner. Nodes that share the store share the bytes.
 */
export interface StoredFiles {
  /** Takes over the file at `path`; from then on every node can read it. Nothing of it is kept when this fails. */
  save(path: string, id: string): Promise<void>;
  /** The whole of it, as it is read, or null when it isn't there. Whoever asks must read it or destroy it. */
  read(id: string): Promise<{ readonly size: number; readonly body: Readable } | null>;
  /** Those that are gone already don't matter. */
  remove(ids: readonly string[]): Promise<void>;
  /** What signs links to files: the same on all nodes, and after every start. */
  readonly linkKey: string;
  close(): Promise<void>;
}
