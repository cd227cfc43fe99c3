import type { Author, Handler, LogBody, LogEvent } from '@service/protocol';

export interface Append {
  readonly conversation: string;
  readonly by: Author;
  readonly clientId: string;
  readonly body: LogBody;
  readonly at: number;
  /** With a visitor's message: the job that will answer it, inserted in the same transaction while the agent answers. */
  readonly run?: { readonly id: string; readonly message: string };
  /**
   * With an event of an answer. It is taken only while that attempt holds the job, so a slow holder can't write after another took
   * over. With `ends`, the job ends in the same transaction. That is taken in a closed conversation too, or its job would never end.
   */
  readonly writes?: { readonly run: string; readonly attempt: number; readonly ends?: 'done' | 'stopped' | 'failed' };
  /** The ids of the files in `body`. All of them become part of this message, or the append is refused. */
  readonly attaches?: readonly string[];
  /** The number of the event whose form it answers. A second answer is refused. */
  readonly fills?: number;
}

export type Appended =
  | { readonly kind: 'appended'; readonly event: LogEvent; readonly handler: Handler; readonly epoch: string }
  /** The same author sent the same body under the same id before. It keeps its number. */
  | { readonly kind: 'duplicate'; readonly event: LogEvent; readonly epoch: string }
  /** The id was used for another body. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'not-found' }
  /** The job has ended, or another attempt holds it. */
  | { readonly kind: 'run-over' }
  /** A file was removed, or belongs to another message. */
  | { readonly kind: 'file-gone' }
  /** The form was answered before. */
  | { readonly kind: 'form-answered' };

export interface EventPage {
  /** The events as JSON, ascending, with commas between them. */
  readonly json: string;
  /** Number of the first and of the last event; null when there is none. */
  readonly first: number | null;
  readonly last: number | null;
}

export interface LogStore {
  /**
   * Events with `after < seq <= after + limit`, ascending. `bytes`: only the first of them, which together are no longer than that
   * as JSON, and one in any case.
   */
  eventsAfter(conversation: string, after: number, limit: number, bytes?: number): Promise<readonly LogEvent[]>;
  /** The `limit` events before `before`, ascending. `bytes`: as above, and the last of them. */
  eventsBefore(conversation: string, before: number, limit: number, bytes?: number): Promise<readonly LogEvent[]>;
  /** As `eventsAfter` and `eventsBefore`, for who passes the events on as they are. */
  pageAfter(conversation: string, after: number, limit: number, bytes?: number): Promise<EventPage>;
  pageBefore(conversation: string, before: number, limit: number, bytes?: number): Promise<EventPage>;
  /** Resolves after the commit is on disk, never before. */
  append(input: Append): Promise<Appended>;
  /** Raises the visitor's read watermark, and returns it. */
  markRead(conversation: string, seq: number): Promise<number>;
  /** Raises the read watermark of the staff, and returns it. */
  markSeen(conversation: string, seq: number): Promise<number>;
}
