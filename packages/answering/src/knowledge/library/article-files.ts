/** The port to what a knowledge base is made of: the files of a folder, or what the workspace stores of its sources. */
import type { FileRequest } from '../reading/reading-thread.js';

export interface ArticleFile {
  /** Its name in the base. */
  readonly file: string;
  /** Another one when what is read would differ. Cheap to find out. */
  readonly stamp: string;
  /** @throws when it can't be opened now */
  open(): Promise<OpenedFile>;
}

export interface OpenedFile {
  /** Over everything that the result of reading depends on. */
  readonly hash: string;
  /** The properties and questions that are written beside it; empty: none. */
  readonly about: string;
  /** Asked only where the store does not have this hash. */
  content(): Promise<FileRequest['content']>;
}

export interface ArticleFiles {
  /** Further files are reported in the log, not read. */
  readonly most: number;
  /** Whether a file of this name in the store is one of these. No two kinds of files own the same name. */
  owns(file: string): boolean;
  /**
   * All files of a base, by name. Null: that can't be known now, and what was read stays.
   * @throws when they can't be listed
   */
  list(base: string): Promise<readonly ArticleFile[] | null>;
}
