/** What sources need from outside: what reads them, what searches them, and what the inboxes' folders and logs hold. */
import type { Passage, SourceReader } from '@service/answering/ports';

export type Verdict = 'answered' | 'near' | 'unknown';

/** Without the id, which is the store's own. */
export type FoundPassage = Omit<Passage, 'id'>;
export type JudgedPassage = FoundPassage & { readonly verdict: Verdict };

/** A file of an inbox's folder, as it was last read. */
export interface FolderFile {
  readonly file: string;
  readonly title: string;
  readonly passages: number;
  readonly problem: string | null;
}

/** A question that no article answered. */
export interface Gap {
  /** The same for the same words. */
  readonly key: string;
  readonly text: string;
  /** In how many conversations. */
  readonly count: number;
  /** Unix milliseconds. */
  readonly lastAsked: number;
}

export interface KnowledgeParts {
  readonly reader: SourceReader;
  /** The best first. @throws when the articles can't be asked now */
  search(base: string, text: string): Promise<readonly JudgedPassage[]>;
  /** What a base has was changed. */
  onChanged(base: string): void;
  /** Of an inbox's folder. */
  folderFiles(inboxId: string): Promise<readonly FolderFile[]>;
  /** Those asked in most conversations first. */
  gaps(inboxId: string, limit: number): Promise<readonly Gap[]>;
  /** False: there is none with this key. */
  dismissGap(inboxId: string, key: string): Promise<boolean>;
}

export interface KnowledgeServices extends KnowledgeParts {
  /** A source has become due: it is read now, where there is room. */
  readonly soon: () => void;
}
