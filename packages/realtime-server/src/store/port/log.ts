import type { Author, Handler, LogBody, LogEvent } from '@service/protocol';

export interface Append {
  readonly conversation: string;
  readonly by: Author;
  readonly clientId: string;
  readonly body: LogBody;
  readonly at: number;
  /** Given with a visitor's message: the run that will answer it, inserted in the same transaction while the agent answers. */
  readonly run?: { readonly id: string; readonly message: string };
  /**
   * Given with an event of an answer: taken only while that attempt holds the run, so that whoever was too slow can
   * neither begin nor end what another has taken over. With `ends`, the run is over in the same transaction; that is
   * taken in a closed conversation too, or an answer that was running would seem to run for ever.
   */
  readonly writes?: { readonly run: string; readonly attempt: number; readonly ends?: 'done' | 'stopped' | 'failed' };
  /** Ids of the files that `body` describes: from this event on they belong to it, all of them or the append is refused. */
  readonly attaches?: readonly string[];
  /** Number of the event whose form it answers: taken once for each, whoever comes second is refused. */
  readonly fills?: number;
}

export type Appended =
  | { readonly kind: 'appended'; readonly event: LogEvent; readonly handler: Handler; readonly epoch: string }
  /** The same author sent the same body under the same id before: the old number stands. */
  | { readonly kind: 'duplicate'; readonly event: LogEvent; readonly epoch: string }
  /** The id was used for another body. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'not-found' }
  /** The run has ended, or another attempt holds it. */
  | { readonly kind: 'run-over' }
  /** A file was removed meanwhile, or belongs to another message. */
  | { readonly kind: 'file-gone' }
  /** The form was answered before. */
  | { readonly kind: 'form-answered' };

export interface LogStore {
  /** Events with `after < seq <= after + limit`, ascending. */
  eventsAfter(conversation: string, after: number, limit: number): Promise<readonly LogEvent[]>;
  /** The `limit` events just before `before`, ascending. */
  eventsBefore(conversation: string, before: number, limit: number): Promise<readonly LogEvent[]>;
  /** Resolves after the commit is on disk, never before. */
  append(input: Append): Promise<Appended>;
  /** Raises the watermark; returns the one that stands. */
  markRead(conversation: string, seq: number): Promise<number>;
  /** The same for what people of the business have seen. */
  markSeen(conversation: string, seq: number): Promise<number>;
}
