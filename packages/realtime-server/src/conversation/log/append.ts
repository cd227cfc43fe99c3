/**
 * The one way into a log. Checks what the author may say, asks the store, and only after the commit tells the others.
 * The order is the promise: an event that was shown or acknowledged before its commit could vanish in a crash.
 */
import {
  type AppendBody,
  type Attachment,
  type Author,
  type FilledForm,
  type Handler,
  isBlank,
  type LogBody,
  type LogEvent,
  MAY_APPEND,
  type RandomBytes,
  type RequestErrorCode,
} from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import type { Append, Appended, Store } from '../../store/store.js';
import { newAnswerJobIds } from '../ids.js';
import { answerForm } from './answer-form.js';
import { isAnswerIn } from './is-answer-in.js';

/** Operators upload under one shared name, and also write under it when a request names no operator. */
export const TEAM_AUTHOR_ID = 'desk';

export interface AppendDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Called after a commit that brought a question to answer. */
  readonly onQuestion: () => void;
  /** Called after each commit of something new; `handler`: who answers from then on. */
  readonly onEvent?: (conversation: string, event: LogEvent, handler: Handler) => void;
}

export type AppendResult =
  | { readonly ok: true; readonly seq: number; readonly at: number; readonly duplicate: boolean }
  | { readonly ok: false; readonly code: RequestErrorCode };

export type AppendEvent = (
  conversation: string,
  by: Author,
  clientId: string,
  body: LogBody | AppendBody,
  writes?: Append['writes'],
) => Promise<AppendResult>;

const REFUSALS = {
  conflict: 'idempotency_conflict',
  closed: 'conversation_closed',
  'not-found': 'not_found',
  'run-over': 'forbidden',
  'file-gone': 'file_gone',
  'form-answered': 'form_answered',
} as const satisfies Record<Exclude<Appended['kind'], 'appended' | 'duplicate'>, RequestErrorCode>;

/**
 * Nothing on the way of a message of words is async: what waits in each such function, the collector copies while thousands
 * of messages are on their way to disk.
 * @throws StoreUnavailable when it is unknown whether the event was stored; the author asks again with the same id.
 */
export function appendTo(deps: AppendDeps): AppendEvent {
  return (conversation, by, clientId, given, writes) => {
    if (!MAY_APPEND[by.kind].includes(given.kind)) return refused('forbidden');
    const described = describe(deps.store, conversation, by, clientId, given);
    const store = (entry: Described | Refused): Promise<AppendResult> =>
      'code' in entry ? refused(entry.code) : commit(deps, conversation, by, clientId, entry, writes);
    return described instanceof Promise ? described.then(store) : store(described);
  };
}

function commit(
  deps: AppendDeps,
  conversation: string,
  by: Author,
  clientId: string,
  { body, attaches, fills }: Described,
  writes: Append['writes'],
): Promise<AppendResult> {
  const { store, clock, random } = deps;
  const asks = body.kind === 'message' && by.kind === 'visitor';
  return store
    .append({
      conversation,
      by,
      clientId,
      body,
      at: clock.now(),
      ...(asks && { run: newAnswerJobIds(random) }),
      ...(writes && { writes }),
      ...(attaches.length > 0 && { attaches }),
      ...(fills !== undefined && { fills }),
    })
    .then((result) => tell(deps, conversation, asks, result));
}

/** To the others, and to its author. */
function tell(
  { bus, onEvent, onQuestion }: AppendDeps,
  conversation: string,
  asks: boolean,
  result: Appended,
): AppendResult {
  switch (result.kind) {
    case 'appended': {
      const { event, epoch, handler } = result;
      bus.publish(conversation, { kind: 'event', epoch, event });
      onEvent?.(conversation, event, handler);
      if (asks && handler === 'agent') onQuestion();
      return { ok: true, seq: event.seq, at: event.at, duplicate: false };
    }
    case 'duplicate':
      return { ok: true, seq: result.event.seq, at: result.event.at, duplicate: true };
    default:
      return { ok: false, code: REFUSALS[result.kind] };
  }
}

const refused = (code: RequestErrorCode): Promise<AppendResult> => Promise.resolve({ ok: false, code });

interface Described {
  readonly body: LogBody;
  /** Ids of the files in it. */
  readonly attaches: readonly string[];
  /** Number of the event whose form it answers. */
  readonly fills?: number;
}

interface Refused {
  readonly code: RequestErrorCode;
}

type Feedback = Extract<LogBody, { kind: 'feedback' }>;

const NONE: readonly string[] = [];

/** The body as it will stand in the log: files and forms by what the server knows of them, never by what the author says. */
function describe(
  store: Store,
  conversation: string,
  by: Author,
  clientId: string,
  given: LogBody | AppendBody,
): Described | Refused | Promise<Described | Refused> {
  if (given.kind === 'feedback') return describeFeedback(store, conversation, given);
  if (given.kind !== 'message') return { body: given, attaches: NONE };
  if ('filled' in given && given.filled) return describeForm(store, conversation, clientId, given.filled);
  const text = isBlank(given.text) ? '' : given.text.trim();
  const attaches = (given.attachments ?? []).map((file) => (typeof file === 'string' ? file : file.id));
  // The contract of visitors has no parts, so these are a person's.
  const parts = 'parts' in given && given.parts !== undefined && { parts: given.parts };
  const message = { kind: 'message', text, ...parts } as const;
  if (attaches.length > 0) return attach(store, conversation, by, message, attaches);
  return !message.parts && text === '' ? { code: 'empty' } : { body: message, attaches };
}

async function describeFeedback(store: Store, conversation: string, given: Feedback): Promise<Described | Refused> {
  return (await isAnswerIn(store, conversation, given.message))
    ? { body: given, attaches: NONE }
    : { code: 'not_found' };
}

async function describeForm(
  store: Store,
  conversation: string,
  clientId: string,
  filled: FilledForm,
): Promise<Described | Refused> {
  const answer = await answerForm(store, conversation, clientId, filled);
  return answer.ok ? { body: answer.body, attaches: NONE, fills: filled.form } : answer;
}

/** A missing file and a file of another uploader get the same reply. */
async function attach(
  store: Store,
  conversation: string,
  by: Author,
  message: Extract<LogBody, { kind: 'message' }>,
  attaches: readonly string[],
): Promise<Described | Refused> {
  // A visitor may have several names to write under, and has one to upload under: whose conversation it is.
  const into = await store.conversation(conversation);
  const uploader = by.kind === 'visitor' ? into?.contact : TEAM_AUTHOR_ID;
  const found = new Map((await store.attachments(attaches)).map((file) => [file.attachment.id, file]));
  const attachments: Attachment[] = [];
  for (const id of attaches) {
    const file = found.get(id);
    const mine =
      file &&
      file.contact === uploader &&
      // An operator writes under one name in several inboxes; a file belongs to the inbox it was uploaded for.
      file.inbox === into?.inbox &&
      (file.conversation === null || file.conversation === conversation);
    if (!file || !mine) return { code: 'file_gone' };
    attachments.push(file.attachment);
  }
  const { kind, text, parts } = message;
  return { body: { kind, text, attachments, ...(parts !== undefined && { parts }) }, attaches };
}
