/** What the database thread is asked, and what it answers. Each question has one answer, in order. */

export interface Question {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export type Answer =
  | { readonly ok: true; readonly rows: readonly unknown[]; readonly changes: number; readonly lastRowId: number }
  | { readonly ok: false; readonly message: string; readonly code: string | null };

export interface ThreadData {
  readonly file: string;
}

/** Sent by the thread once, when the file is open. */
export const OPENED = 'opened';
/** Sent to the thread: close the file and end. */
export const CLOSE = 'close';
