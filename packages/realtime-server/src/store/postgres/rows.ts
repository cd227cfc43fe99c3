/**
 * Rows as the contract's objects, where PostgreSQL differs: what people wrote is JSON in its column (schema.ts says why).
 * All other columns are the embedded store's, and are read the same way.
 */
import type { LogEvent } from '@service/protocol';
import { type EventRow, eventOf as eventOfColumns } from '../sqlite/rows.js';
import type { AnswerJob } from '../store.js';

export type { AttachmentRow, ConversationRow, EventRow, ProgressRow, RetiredRow, SessionRow } from '../sqlite/rows.js';
export { attachmentOf, conversationOf, progressOf, sessionOf } from '../sqlite/rows.js';

export function eventOf(row: EventRow): LogEvent {
  return eventOfColumns({ ...row, author_name: row.author_name && (JSON.parse(row.author_name) as string) });
}

export type JobRow = Omit<AnswerJob, 'checkpoint'> & { readonly kept: string | null };

export function runOf({ kept, ...row }: JobRow): AnswerJob {
  return { ...row, written: JSON.parse(row.written) as string, checkpoint: kept };
}
