import { type Handler, type LogBody, nextHandler } from '@service/protocol';

/** As JSON: who answers after `body`, for each who may answer before. Only the database, under its lock, knows who that was. */
export function nextHandlers(body: LogBody): string {
  const next: Readonly<Record<Handler, Handler>> = {
    agent: nextHandler('agent', body),
    queued: nextHandler('queued', body),
    human: nextHandler('human', body),
    closed: nextHandler('closed', body),
  };
  return JSON.stringify(next);
}
