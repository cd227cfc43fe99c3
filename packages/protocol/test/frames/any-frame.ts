/** Every server frame the contract allows, and every way to damage one. */
import fc from 'fast-check';
import type { ConfirmView } from '../../src/client-tools/manifest.js';
import { REQUEST_ERRORS, type RequestErrorCode } from '../../src/errors/request-errors.js';
import { TOOL_ERRORS, type ToolErrorCode } from '../../src/errors/tool-errors.js';
import type { ConversationSummary } from '../../src/frames/conversations.js';
import type { Author, Citation, LogBody, LogEvent } from '../../src/frames/log.js';
import type { SearchHit } from '../../src/frames/search.js';
import type { ServerFrame } from '../../src/frames/server.js';
import type { Attachment } from '../../src/message-parts/attachment.js';

const SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
/** Letters, digits, `_` and `-`, as ids are made of. */
export const token = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...SAFE), minLength: min, maxLength: max });
const serverId = (...prefixes: string[]) =>
  fc.tuple(fc.constantFrom(...prefixes), token(16, 40)).map(([prefix, rest]) => `${prefix}_${rest}`);
const conversation = serverId('cnv');
const message = serverId('msg');
const run = serverId('run');
const epoch = token(8, 40);
const clientId = token(8, 80);
const whole = fc.maxSafeNat();
const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: 'binary', maxLength: 40 });
const bool = fc.boolean();
const word = <T>(...words: T[]) => fc.constantFrom(...words);

/** A record whose `optional` fields are sometimes absent; never present and undefined, which JSON can't say. */
const record = <T extends object>(
  fields: { [K in keyof T]-?: fc.Arbitrary<NonNullable<T[K]>> },
  optional: (keyof T & string)[] = [],
) =>
  fc.record(fields, {
    requiredKeys: Object.keys(fields).filter((key) => !optional.includes(key as keyof T & string)) as never,
  }) as unknown as fc.Arbitrary<T>;

const author = record<Author>({ kind: word('visitor', 'ai', 'human', 'system'), id: text, name: text }, ['name']);
const citation = record<Citation>({ number: positive, documentId: text, title: text, url: text, quote: text }, ['url']);

const call = fc.string({ unit: fc.constantFrom(...SAFE, '.', ':'), minLength: 1, maxLength: 100 });
const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const toolName = token(1, 64);
const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((n) => (Object.is(n, -0) ? 0 : n));
const view = record<ConfirmView>({ title: text.map((t) => `?${t}`), body: text, danger: bool }, ['body', 'danger']);
const attachment = record<Attachment>(
  {
    id: token(32, 32).map((secret) => `att_${secret}`),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    type: word('image/png', 'text/plain', 'application/vnd.newer+zip'),
    size: positive,
    width: positive,
    height: positive,
  },
  ['width', 'height'],
);

type Kind<K extends LogBody['kind']> = Extract<LogBody, { kind: K }>;
const bodies: { [K in LogBody['kind']]: fc.Arbitrary<Kind<K>> } = {
  message: record<Kind<'message'>>(
    { kind: word('message'), text, attachments: fc.array(attachment, { minLength: 1, maxLength: 3 }), parts: text },
    ['attachments', 'parts'],
  ),
  'answer.started': record<Kind<'answer.started'>>({ kind: word('answer.started'), message, run, attempt: positive }),
  'answer.completed': record<Kind<'answer.completed'>>(
    {
      kind: word('answer.completed'),
      message,
      run,
      text,
      outcome: word('answered', 'near', 'unknown', 'smalltalk'),
      citations: fc.array(citation, { maxLength: 3 }),
      offerPerson: bool,
      parts: text,
    },
    ['parts'],
  ),
  'answer.interrupted': record<Kind<'answer.interrupted'>>({
    kind: word('answer.interrupted'),
    message,
    run,
    text,
    reason: word('stopped', 'failed', 'handoff'),
  }),
  'handoff.requested': record<Kind<'handoff.requested'>>({ kind: word('handoff.requested'), reason: text }, ['reason']),
  'handoff.accepted': record<Kind<'handoff.accepted'>>({ kind: word('handoff.accepted') }),
  'handoff.ended': record<Kind<'handoff.ended'>>({ kind: word('handoff.ended') }),
  'conversation.closed': record<Kind<'conversation.closed'>>({ kind: word('conversation.closed') }),
  'tool.called': record<Kind<'tool.called'>>(
    {
      kind: word('tool.called'),
      call,
      run,
      name: toolName,
      title: text,
      args: fc.json({ maxDepth: 1 }),
      effects: word('read', 'idempotent', 'once'),
    },
    ['title'],
  ),
  'tool.asked': record<Kind<'tool.asked'>>({ kind: word('tool.asked'), call, hash, view, expiresAt: whole }),
  'tool.decided': record<Kind<'tool.decided'>>({ kind: word('tool.decided'), call, hash, approved: bool }),
  'tool.settled': record<Kind<'tool.settled'>>(
    {
      kind: word('tool.settled'),
      call,
      state: word('succeeded', 'denied', 'failed'),
      code: word(...(Object.keys(TOOL_ERRORS) as ToolErrorCode[])),
      outcome: word('not_started', 'failed', 'unknown'),
    },
    ['code', 'outcome'],
  ),
  feedback: record<Omit<Kind<'feedback'>, 'value'>>({ kind: word('feedback'), message }).chain((body) =>
    word('up' as const, 'down' as const, null).map((value) => ({ ...body, value })),
  ),
};

export const LOG_KINDS = Object.keys(bodies) as LogBody['kind'][];

const event = record<LogEvent>({
  seq: fc.integer({ min: 1, max: 1e9 }),
  at: whole,
  by: author,
  clientId,
  body: fc.oneof(...Object.values(bodies)) as fc.Arbitrary<LogBody>,
});
/** Numbered without gaps from the number of the first one. */
const events = fc
  .array(event, { maxLength: 3 })
  .map((list) => list.map((e, i) => ({ ...e, seq: (list[0] as LogEvent).seq + i })));

type Frame<T extends ServerFrame['t']> = Extract<ServerFrame, { t: T }>;
const frames: { [T in ServerFrame['t']]: fc.Arbitrary<Frame<T>> } = {
  welcome: record<Frame<'welcome'>>({
    t: word('welcome'),
    v: positive,
    session: token(43, 43).map((secret) => `cws_${secret}`),
    visitor: author,
    conversation,
    identified: fc.record({ until: whole }),
    page: word('path', 'full'),
    now: whole,
    limits: fc.record({
      frameBytes: positive,
      textLength: positive,
      outboxItems: positive,
      pingEveryMs: positive,
      pingTimeoutMs: positive,
    }) as unknown as fc.Arbitrary<Frame<'welcome'>['limits']>,
  }),
  following: record<Frame<'following'>>({
    t: word('following'),
    conversation,
    epoch,
    head: whole,
    mode: word('replay', 'snapshot'),
    from: positive,
    read: whole,
    handler: word('agent', 'queued', 'human', 'closed'),
  }),
  events: record<Frame<'events'>>({ t: word('events'), conversation, epoch, events }),
  live: record<Frame<'live'>>({ t: word('live'), conversation, head: whole }),
  ack: record<Frame<'ack'>>(
    { t: word('ack'), conversation, clientId, seq: positive, at: whole, duplicate: word(true as const) },
    ['duplicate'],
  ),
  page: record<Frame<'page'>>({ t: word('page'), id: text, conversation, epoch, events, more: bool }),
  delta: record<Frame<'delta'>>({ t: word('delta'), conversation, message, run, attempt: positive, from: whole, text }),
  typing: record<Frame<'typing'>>({ t: word('typing'), conversation, who: author, on: bool }),
  read: record<Frame<'read'>>({ t: word('read'), conversation, seq: whole }),
  conversations: record<Frame<'conversations'>>({
    t: word('conversations'),
    id: text,
    conversations: fc.array(
      record<ConversationSummary>({
        conversation,
        text,
        at: whole,
        unread: whole,
        handler: word('agent', 'queued', 'human', 'closed'),
      }),
      { maxLength: 3 },
    ),
  }),
  opened: record<Frame<'opened'>>({ t: word('opened'), id: text, conversation }),
  erased: record<Frame<'erased'>>({ t: word('erased'), conversation }),
  found: record<Frame<'found'>>({
    t: word('found'),
    id: text,
    hits: fc.array(
      record<SearchHit>(
        {
          conversation,
          seq: positive,
          at: whole,
          by: word('visitor', 'ai', 'human'),
          name: text,
          excerpt: text,
          marks: fc.array(
            fc.tuple(fc.nat(99), fc.integer({ min: 100, max: 200 })).map((mark): readonly [number, number] => mark),
            { maxLength: 2 },
          ),
        },
        ['name'],
      ),
      { maxLength: 2 },
    ),
    more: bool,
  }),
  seen: record<Frame<'seen'>>({ t: word('seen'), conversation, seq: whole }),
  line: record<Frame<'line'>>({ t: word('line'), conversation, place: fc.option(positive), attended: bool }),
  ping: record<Frame<'ping'>>({ t: word('ping'), n: whole, heads: fc.dictionary(conversation, whole, { maxKeys: 3 }) }),
  pong: record<Frame<'pong'>>({ t: word('pong'), n: whole }),
  error: record<Frame<'error'>>(
    {
      t: word('error'),
      re: text,
      code: word(...(Object.keys(REQUEST_ERRORS) as RequestErrorCode[])),
      message: text,
      retry: bool,
      retryAfterMs: whole,
    },
    ['re', 'retryAfterMs'],
  ),
  drain: record<Frame<'drain'>>({ t: word('drain'), windowMs: whole }),
  'tool.offer': record<Frame<'tool.offer'>>({
    t: word('tool.offer'),
    conversation,
    call,
    attempt: positive,
    name: toolName,
    args: fc.json({ maxDepth: 1 }),
    hash,
  }),
  'tool.grant': record<Frame<'tool.grant'>>({
    t: word('tool.grant'),
    conversation,
    call,
    attempt: positive,
    lease: serverId('lea'),
    name: toolName,
    args: fc.json({ maxDepth: 1 }),
    hash,
    key: hash,
    timeoutMs: positive,
    confirmedBy: word('user', 'none'),
  }),
  'tool.cancel': record<Frame<'tool.cancel'>>({ t: word('tool.cancel'), conversation, call }),
  'tool.progress': record<Frame<'tool.progress'>>({ t: word('tool.progress'), conversation, call, text, fraction }, [
    'text',
    'fraction',
  ]),
};

export const SERVER_FRAME_TYPES = Object.keys(frames) as ServerFrame['t'][];
/** Frames with log events have the most to get wrong, so they come more often. */
export const anyServerFrame = fc.oneof(
  ...Object.values(frames),
  ...Array.from({ length: 3 }, () => [frames.events, frames.page]).flat(),
) as fc.Arbitrary<ServerFrame>;

type Json = Record<string, unknown>;
type Place = { readonly parent: Json; readonly key: string };

/** Every property of a frame, at any depth. */
function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [{ parent: value as Json, key }, ...places(child)]);
}

/** Values that stand where they should not: of another type, out of range, too long, or one letter off. */
const WRONG_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e300, 2 ** 53, '', '0', [], {}, [null]],
  ...['constructor', '__proto__', 'toString', 'agent', 'cnv_', `cnv_${'a'.repeat(41)}`, 'cnv_0123456789abcde\u00e4'],
  ...['x'.repeat(2_048), 'x'.repeat(2_049), 'x'.repeat(32_000), 'x'.repeat(32_001)],
  ...LOG_KINDS,
];

const wrongValue = fc.oneof(
  fc.constantFrom(...WRONG_VALUES, ...SERVER_FRAME_TYPES),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  token(43, 43).map((secret) => `cws_${secret}`),
  conversation,
);

/** `frame` once for each of its properties and each wrong value, and once without that property. */
export function* everyNearMiss(frame: ServerFrame): Generator<unknown> {
  const damaged = structuredClone(frame) as unknown as Json;
  for (const { parent, key } of places(damaged)) {
    const right = parent[key];
    for (const value of WRONG_VALUES) {
      parent[key] = value;
      yield damaged;
    }
    if (!Array.isArray(parent)) {
      delete parent[key];
      yield damaged;
    }
    parent[key] = right;
  }
}

/** A frame with one property deleted, replaced, or moved under another type. */
export const damagedServerFrame: fc.Arbitrary<unknown> = fc
  .tuple(
    anyServerFrame,
    fc.nat(),
    fc.constantFrom('delete', 'replace', 'replace', 'retag'),
    wrongValue,
    fc.constantFrom(...SERVER_FRAME_TYPES),
  )
  .map(([frame, at, how, value, type]) => {
    const damaged = structuredClone(frame) as unknown as Json;
    if (how === 'retag') return { ...damaged, t: type };
    const all = places(damaged);
    const { parent, key } = all[at % all.length] as Place;
    if (how === 'replace') parent[key] = value;
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return damaged;
  });

/** A frame with one field the contract doesn't name, somewhere inside an object of a fixed shape. */
export const extendedServerFrame: fc.Arbitrary<unknown> = fc
  .tuple(anyServerFrame, fc.nat(), token(1, 12), fc.jsonValue())
  .map(([frame, at, name, value]) => {
    const extended = structuredClone(frame) as unknown as Json;
    const shapes = [
      extended,
      ...places(extended).flatMap(({ parent, key }) => (isShape(parent[key], key) ? [parent[key]] : [])),
    ];
    (shapes[at % shapes.length] as Json)[`x-${name}`] = value;
    return extended;
  });

/** `heads` is a dictionary: there, another key is no extra field but a broken one. */
function isShape(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'heads';
}
