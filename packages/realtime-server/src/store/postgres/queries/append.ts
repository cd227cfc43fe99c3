import type { Handler } from '@service/protocol';
import type { Append, Appended } from '../../port/log.js';
import { type EventRow, eventOf } from '../../sql/rows.js';
import { row, type Steps } from '../../sql/steps.js';
import { StoreUnavailable } from '../../store.js';
import { POSTGRES } from '../dialect.js';
import { APPEND_COLUMNS, appendValues } from './append-values.js';

interface AppendRow extends Pick<EventRow, 'seq' | 'at' | 'author_kind' | 'author_name'> {
  readonly outcome: Appended['kind'];
  readonly handler: string;
  readonly epoch: string;
}

const PARAMETERS = Object.keys(APPEND_COLUMNS)
  .map((_, at) => `?${at + 1}`)
  .join(', ');

/** One statement, and its own transaction unless it runs in another. The procedures are in migrations 001, 008 and 009. */
export function* append(input: Append): Steps<Appended> {
  const { attaches = [], fills } = input;
  const values = appendValues(input);
  // The two other procedures set a savepoint, which plain messages don't need.
  const answer =
    attaches.length > 0
      ? yield* row<AppendRow>(`SELECT * FROM append_with_files(${PARAMETERS}, ?14::text[])`, ...values, attaches)
      : fills !== undefined
        ? yield* row<AppendRow>(`SELECT * FROM append_answer(${PARAMETERS}, ?14)`, ...values, fills)
        : yield* row<AppendRow>(`SELECT * FROM append_event(${PARAMETERS})`, ...values);
  if (!answer) throw new StoreUnavailable('The database gave no answer.');
  return appendedOf(input, answer);
}

function appendedOf({ by, clientId, body }: Append, found: AppendRow): Appended {
  const { outcome, epoch } = found;
  if (outcome !== 'appended' && outcome !== 'duplicate') return { kind: outcome };
  const event = eventOf({ ...found, author_id: by.id, client_id: clientId, body: JSON.stringify(body) }, POSTGRES);
  return outcome === 'duplicate'
    ? { kind: 'duplicate', event, epoch }
    : { kind: 'appended', event: { ...event, body }, handler: found.handler as Handler, epoch };
}
