import type { Handler } from '@service/protocol';
import type { Append, Appended } from '../../port/log.js';
import { listedIn } from '../../sql/activity.js';
import { rows, type Steps } from '../../sql/steps.js';
import { APPEND_COLUMNS, appendValues } from './append-values.js';

interface AddedRow {
  readonly place: number;
  readonly seq: number;
  readonly handler: string;
  readonly epoch: string;
}

const NAMES = Object.keys(APPEND_COLUMNS);
const INPUT = Object.values(APPEND_COLUMNS)
  .map((type, at) => `?${at + 1}::${type}[]`)
  .join(', ');

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
    INSERT INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body, listed)
    SELECT conversation, seq, at, kind, author, name, client, body, ${listedIn('fresh')} FROM fresh
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
  const table = inputs.map(appendValues);
  const added = yield* rows<AddedRow>(APPEND_MANY, ...NAMES.map((_, at) => table.map((values) => values[at])));
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
