/** Every server frame the contract allows. */
import fc from 'fast-check';
import { REQUEST_ERRORS, type RequestErrorCode } from '../../src/errors/request-errors.js';
import { TOOL_ERRORS, type ToolErrorCode } from '../../src/errors/tool-errors.js';
import type { ConversationSummary } from '../../src/frames/conversations.js';
import type { AnsweringAgent, LogBody, LogEvent } from '../../src/frames/log.js';
import type { SearchHit } from '../../src/frames/search.js';
import type { ServerFrame } from '../../src/frames/server.js';
import {
  attachment,
  author,
  bool,
  call,
  citation,
  clientId,
  conversation,
  epoch,
  fraction,
  hash,
  message,
  positive,
  record,
  run,
  serverId,
  text,
  token,
  toolName,
  view,
  whole,
  word,
} from './any-values.js';

type Kind<K extends LogBody['kind']> = Extract<LogBody, { kind: K }>;
const agent = record<AnsweringAgent>({ id: text, version: positive });
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
      agent,
    },
    ['parts', 'agent'],
  ),
  'answer.interrupted': record<Kind<'answer.interrupted'>>(
    {
      kind: word('answer.interrupted'),
      message,
      run,
      text,
      reason: word('stopped', 'failed', 'handoff'),
      agent,
    },
    ['agent'],
  ),
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
      result: fc.json({ maxDepth: 1 }),
    },
    ['code', 'outcome', 'result'],
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
    paused: word(true as const),
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
  ping: record<Frame<'ping'>>({
    t: word('ping'),
    n: whole,
    heads: fc.dictionary(conversation, whole, { maxKeys: 3 }),
    paused: word(true as const),
  }),
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
