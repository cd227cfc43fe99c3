/** What a version without a list of conversations had stored, and how it is listed. */
import type { ListFilter } from '../../../../dist/store/store.js';

const row = (n: number, values: string): string =>
  `INSERT INTO contacts (id, inbox, created_at) VALUES ('ctc_${n}', 'demo', 1);
   INSERT INTO conversations (id, inbox, contact, epoch, created_at, handler, erased_at) VALUES ('cnv_${n}', 'demo', 'ctc_${n}', 'e', 1, ${values});`;
const event = (n: number, seq: number, at: number): string =>
  `INSERT INTO events (conversation, seq, at, author_kind, author_id, client_id, body)
     VALUES ('cnv_${n}', ${seq}, ${at}, 'visitor', 'ctc_${n}', 'client-${n}-${seq}', '{"kind":"message","text":"Hello"}');`;

/** One that is closed, one with the assistant, one that is erased and one without a message. */
export const ROWS_BEFORE = [
  row(1, "'closed', NULL"),
  row(2, "'agent', NULL"),
  row(3, "'closed', 9"),
  row(4, "'agent', NULL"),
  event(1, 1, 1_000),
  event(1, 2, 9_000_000),
  event(2, 1, 5_000_000),
].join('\n');

export const ALL_BEFORE: ListFilter = { inboxes: ['demo'], handlers: ['agent', 'queued', 'human', 'closed'] };

export const LISTED_BEFORE = [
  { id: 'cnv_1', active: 9_000_000 },
  { id: 'cnv_2', active: 5_000_000 },
];
