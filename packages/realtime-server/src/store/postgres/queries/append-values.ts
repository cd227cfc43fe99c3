import { type Handler, type LogBody, nextHandler } from '@service/protocol';
import type { Append } from '../../port/log.js';
import { POSTGRES } from '../dialect.js';

/** What the database gets of an append, with the types. */
export const APPEND_COLUMNS = {
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

/** In the order of {@link APPEND_COLUMNS}, which is also that of the procedures' parameters. */
export function appendValues({ conversation, by, clientId, body, at, run, writes }: Append): readonly unknown[] {
  return [
    conversation,
    by.kind,
    by.id,
    by.name === undefined ? null : POSTGRES.fromText(by.name),
    clientId,
    JSON.stringify(body),
    at,
    nextHandlers(body),
    run?.id ?? null,
    run?.message ?? null,
    writes?.run ?? null,
    writes?.attempt ?? null,
    writes?.ends ?? null,
  ];
}

/** As JSON: who answers after `body`, for each who may answer before. Only the database, under its lock, knows who that was. */
function nextHandlers(body: LogBody): string {
  const next: Readonly<Record<Handler, Handler>> = {
    agent: nextHandler('agent', body),
    queued: nextHandler('queued', body),
    human: nextHandler('human', body),
    closed: nextHandler('closed', body),
  };
  return JSON.stringify(next);
}
