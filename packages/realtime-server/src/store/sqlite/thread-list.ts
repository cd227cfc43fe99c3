/**
 * What goes between the store and its writer thread, as one list. A message of words, which is nearly all that is ever
 * written, stands in it as its texts and numbers one after the other: an object is copied to another thread with the name of
 * each field. Of what is new there is only what nobody else knows: the event is made of what was asked for and its number.
 */
import type { Author, Handler } from '@service/protocol';
import type { Append, Appended } from '../store.js';
import type { WriteAnswer, WriteRequest } from './writing.js';

/** Stands where else the name of a command does: none is a number. */
const WORDS = 0;
type Words = readonly [
  conversation: string,
  by: Author['kind'],
  byId: string,
  byName: string | null,
  clientId: string,
  text: string,
  at: number,
  run: string | null,
  message: string | null,
];
const WORDS_LENGTH = 9 satisfies Words['length'];

/** Of an append that brought something new. Any other answer stands in the list as an object. */
type Fresh = readonly [seq: number, handler: Handler, epoch: string];
const FRESH_LENGTH = 3 satisfies Fresh['length'];

/** For the writer thread. */
export function listOfRequests(requests: readonly WriteRequest[]): readonly unknown[] {
  const list: unknown[] = [];
  for (const { command, input } of requests) {
    const words = command === 'append' ? wordsOf(input as Append) : null;
    if (words) list.push(WORDS, ...words);
    else list.push(command, input);
  }
  return list;
}

/** In the writer thread. */
export function requestsOf(list: readonly unknown[]): readonly WriteRequest[] {
  const requests: WriteRequest[] = [];
  for (let at = 0; at < list.length; ) {
    const command = list[at++];
    if (command === WORDS) {
      requests.push({ command: 'append', input: appendOf(list.slice(at, at + WORDS_LENGTH) as unknown as Words) });
      at += WORDS_LENGTH;
    } else requests.push({ command: command as WriteRequest['command'], input: list[at++] });
  }
  return requests;
}

/** For whoever has asked; in the order of the requests. */
export function listOfAnswers(requests: readonly WriteRequest[], answers: readonly WriteAnswer[]): readonly unknown[] {
  const list: unknown[] = [];
  for (const [i, { command }] of requests.entries()) {
    const answer = answers[i] as WriteAnswer;
    const fresh = command === 'append' && answer.ok ? freshOf(answer.value as Appended) : null;
    if (fresh) list.push(...fresh);
    else list.push(answer);
  }
  return list;
}

/** To whoever has asked; in the order of the requests. */
export function answersOf(requests: readonly WriteRequest[], list: readonly unknown[]): readonly WriteAnswer[] {
  let at = 0;
  return requests.map(({ input }): WriteAnswer => {
    if (typeof list[at] !== 'number') return list[at++] as WriteAnswer;
    const fresh = list.slice(at, at + FRESH_LENGTH) as unknown as Fresh;
    at += FRESH_LENGTH;
    return { ok: true, value: appendedOf(input as Append, fresh) };
  });
}

/** Null when there is more to it. */
function wordsOf({ conversation, by, clientId, body, at, run, writes, attaches, fills }: Append): Words | null {
  if (body.kind !== 'message' || Object.keys(body).length > 2 || writes || attaches || fills !== undefined) return null;
  return [
    conversation,
    by.kind,
    by.id,
    by.name ?? null,
    clientId,
    body.text,
    at,
    run?.id ?? null,
    run?.message ?? null,
  ];
}

function appendOf([conversation, kind, id, name, clientId, text, at, run, message]: Words): Append {
  const by: Author = name === null ? { kind, id } : { kind, id, name };
  const words: Append = { conversation, by, clientId, body: { kind: 'message', text }, at };
  return run !== null && message !== null ? { ...words, run: { id: run, message } } : words;
}

function freshOf(appended: Appended): Fresh | null {
  return appended.kind === 'appended' ? [appended.event.seq, appended.handler, appended.epoch] : null;
}

function appendedOf({ at, by, clientId, body }: Append, [seq, handler, epoch]: Fresh): Appended {
  return { kind: 'appended', event: { seq, at, by, clientId, body }, handler, epoch };
}
