/**
 * Where the bytes of files lie that were taken in. Each has a row in the store, written before its bytes and removed after
 * them, so nothing lies here that nobody knows of. Nodes that share the store share this, too.
 */
import type { Readable } from 'node:stream';

export interface KeptFiles {
  /** Takes over the file at `path`; from then on every node can read it. Nothing of it is kept when this fails. */
  keep(path: string, id: string): Promise<void>;
  /** The whole of it, as it is read, or null when it isn't there. Whoever asks must read it or destroy it. */
  read(id: string): Promise<{ readonly size: number; readonly body: Readable } | null>;
  /** Those that are gone already don't matter. */
  remove(ids: readonly string[]): Promise<void>;
  /** What signs links to files: the same on all nodes, and after every start. */
  readonly linkKey: string;
  close(): Promise<void>;
}
