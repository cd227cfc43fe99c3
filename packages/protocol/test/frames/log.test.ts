import { describe, expect, it } from 'vitest';
import {
  type AuthorKind,
  countsAsUnread,
  type Handler,
  type LogBody,
  type LogKind,
  MAY_APPEND,
  nextHandler,
} from '../../src/frames/log.js';
import { LOG_KINDS } from './any-frame.js';

const body = (kind: LogKind) => ({ kind }) as LogBody;
const HANDLERS: readonly Handler[] = ['agent', 'queued', 'human', 'closed'];

describe('who answers next', () => {
  /** After each event: agent, queued, human, closed become … */
  it.each<[LogKind, ...Handler[]]>([
    ['message', 'agent', 'queued', 'human', 'closed'],
    ['answer.started', 'agent', 'queued', 'human', 'closed'],
    ['answer.completed', 'agent', 'queued', 'human', 'closed'],
    ['answer.interrupted', 'agent', 'queued', 'human', 'closed'],
    ['handoff.requested', 'queued', 'queued', 'human', 'closed'],
    ['handoff.accepted', 'human', 'human', 'human', 'closed'],
    ['handoff.ended', 'agent', 'agent', 'agent', 'closed'],
    ['conversation.closed', 'closed', 'closed', 'closed', 'closed'],
    ['feedback', 'agent', 'queued', 'human', 'closed'],
  ])('after %s: agent → %s, queued → %s, human → %s, closed → %s', (kind, ...after) => {
    expect(HANDLERS.map((now) => nextHandler(now, body(kind)))).toEqual(after);
  });
});

describe('who may append what', () => {
  const YES: Record<AuthorKind, readonly LogKind[]> = {
    visitor: ['message', 'handoff.requested', 'handoff.ended', 'feedback', 'tool.decided'],
    ai: ['answer.started', 'answer.completed', 'answer.interrupted', 'handoff.requested', 'tool.called'],
    human: ['message', 'handoff.accepted', 'handoff.ended', 'conversation.closed'],
    system: ['handoff.ended', 'conversation.closed', 'answer.interrupted', 'tool.asked', 'tool.settled'],
  };

  it.each(
    (Object.keys(YES) as AuthorKind[]).flatMap((kind) =>
      LOG_KINDS.map((what) => [kind, what, YES[kind].includes(what)] as const),
    ),
  )('%s, %s: %s', (author, kind, may) => expect(MAY_APPEND[author].includes(kind)).toBe(may));

  it('a visitor can never speak as the agent, and the agent never as a person', () => {
    expect(MAY_APPEND.visitor.filter((kind) => kind.startsWith('answer.'))).toEqual([]);
    expect(MAY_APPEND.ai).not.toContain('message');
    expect(MAY_APPEND.ai).not.toContain('handoff.accepted');
  });

  it('every kind can be appended by some author', () => {
    expect(new Set(Object.values(MAY_APPEND).flat())).toEqual(new Set(LOG_KINDS));
  });
});

describe('what counts as unread', () => {
  it.each<[LogKind, AuthorKind, boolean]>([
    ['answer.completed', 'ai', true],
    ['message', 'human', true],
    ['message', 'visitor', false],
    ['answer.started', 'ai', false],
    ['answer.interrupted', 'ai', false],
    ['handoff.accepted', 'human', false],
  ])('%s of %s: %s', (kind, author, unread) => {
    const event = { seq: 1, at: 0, by: { kind: author, id: 'x' }, clientId: 'client-01', body: body(kind) };
    expect(countsAsUnread(event)).toBe(unread);
  });
});
