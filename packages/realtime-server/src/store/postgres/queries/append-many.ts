import type { Handler } from '@service/protocol';
import type { Append, Appended } from '../../port/log.js';
import { rows, type Steps } from '../../sql/steps.js';
import { POSTGRES } from '../dialect.js';
import { nextHandlers } from './next-handlers.js';

interface AddedRow {
  readonly place: number;
  readonly seq: number;
  readonly handler: string;
  readonly epoch: string;
}

/** In the order of the parameters, with their types. */
const COLUMNS = {
  conversation: 'text',
  kind: 'text',
  author: 'text',
  name: 'text',
  client: 'text',
  body: 'text',
  at: 'bigint',
  next_handlers: 'json',
  job: 'text',
  message: 'text',
  writes: 'text',
  attempt: 'integer',
  ends: 'text',
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as readonly Column[];
const INPUT = NAMES.map((name, at) => `?${at + 1}::${COLUMNS[name]}[]`).join(', ');

/**
 * Adds what is new and can be added at once; leaves out everything else. One statement, so it is also one transaction, and all of
 * it is committed or nothing. `SKIP LOCKED`: it waits for no other transaction, so one conversation that is held elsewhere
 * delays no other, and two nodes can't wait for each other. A row that was locked is the latest version, so `head` is right.
 */
const APPEND_MANY = `
  WITH held AS MATERIALIZED (
    SELECT i.*, c.head + 1 AS seq, c.handler, i.next_handlers ->> c.handler AS next_handler, c.epoch, c.inbox
    FROM unnest(${INPUT}) WITH ORDINALITY AS i (${NAMES.join(', ')}, place)
    JOIN conversations c ON c.id = i.conversation
    ORDER BY c.id FOR NO KEY UPDATE OF c SKIP LOCKED
  ), jobs AS MATERIALIZED (
    SELECT r.id FROM held JOIN runs r ON r.id = held.writes
    WHERE r.attempt = held.attempt AND r.state IN ('pending', 'running')
    ORDER BY r.id FOR NO KEY UPDATE OF r SKIP LOCKED
  ), fresh AS MATERIALIZED (
    SELECT * FROM held
    WHERE (handler <> 'closed' OR ends IS NOT NULL)
      AND (writes IS NULL OR EXISTS (SELECT FROM jobs WHERE jobs.id = held.writes))
      AND NOT EXISTS (
        SELECT FROM events e
        WHERE e.conversation = held.conversation AND e.author_id = held.author AND e.client_id = held.client)
  ), added AS (
    INSERT INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body)
    SELECT conversation, seq, at, kind, author, name, client, body FROM fresh
  ), moved AS (
    UPDATE conversations c SET head = fresh.seq, handler = fresh.next_handler
    FROM fresh WHERE c.id = fresh.conversation
  ), ended AS (
    UPDATE runs SET state = fresh.ends, owner = NULL
    FROM fresh WHERE runs.id = fresh.writes AND fresh.ends IS NOT NULL
  ), asked AS (
    INSERT INTO runs (id, conversation, inbox, message, question)
    SELECT job, conversation, inbox, message, seq FROM fresh WHERE job IS NOT NULL AND next_handler = 'agent'
  ), stopped AS (
    UPDATE runs SET state = 'stopped'
    FROM fresh
    WHERE runs.conversation = fresh.conversation AND runs.state = 'pending'
      AND fresh.handler = 'agent' AND fresh.next_handler <> 'agent'
  )
  SELECT place::integer, seq, next_handler AS handler, epoch FROM fresh`;

/** True for an append that `appendMany` takes. The others change more than a conversation and its jobs. */
export const canBeGathered = ({ attaches = [], fills }: Append): boolean =>
  attaches.length === 0 && fills === undefined;

/**
 * At most one append for each conversation.
 * @returns for each input what became of it; null: nothing was done, and `append` says why or waits for who holds the conversation
 */
export function* appendMany(inputs: readonly Append[]): Steps<readonly (Appended | null)[]> {
  const table = inputs.map(columnsOf);
  const added = yield* rows<AddedRow>(APPEND_MANY, ...NAMES.map((name) => table.map((each) => each[name])));
  const results = Array.from<Appended | null>({ length: inputs.length }).fill(null);
  for (const { place, seq, handler, epoch } of added) {
    const { at, by, clientId, body } = inputs[place - 1] as Append;
    results[place - 1] = {
      kind: 'appended',
      event: { seq, at, by, clientId, body },
      handler: handler as Handler,
      epoch,
    };
  }
  return results;
}

function columnsOf({ conversation, by, clientId, body, at, run, writes }: Append): Record<Column, unknown> {
  return {
    conversation,
    kind: by.kind,
    author: by.id,
    name: by.name === undefined ? null : POSTGRES.fromText(by.name),
    client: clientId,
    body: JSON.stringify(body),
    at,
    next_handlers: nextHandlers(body),
    job: run?.id ?? null,
    message: run?.message ?? null,
    writes: writes?.run ?? null,
    attempt: writes?.attempt ?? null,
    ends: writes?.ends ?? null,
  };
}
