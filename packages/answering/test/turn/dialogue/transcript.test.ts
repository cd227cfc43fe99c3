/** The log as a model gets it: the messages with their authors, the calls, and nothing else. */
import type { Author, LogBody, LogEvent } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { repairTranscript } from '../../../dist/turn/dialogue/repair-transcript.js';
import { transcriptOf } from '../../../dist/turn/dialogue/transcript.js';

const VISITOR: Author = { kind: 'visitor', id: 'ctc_1' };
const AGENT: Author = { kind: 'ai', id: 'agent' };
const PERSON: Author = { kind: 'human', id: 'desk', name: 'Ingrid' };
const SYSTEM: Author = { kind: 'system', id: 'system' };

const logOf = (...entries: readonly (readonly [Author, LogBody])[]): LogEvent[] =>
  entries.map(([by, body], at) => ({ seq: at + 1, at, by, clientId: `client-${at}`, body }));
const say = (text: string): LogBody => ({ kind: 'message', text });
const answer = (text: string): LogBody => ({
  ...{ kind: 'answer.completed', message: 'm', run: 'r', text },
  ...{ outcome: 'answered', citations: [], offerPerson: false },
});
const called = (call: string, run: string): LogBody => ({
  ...{ kind: 'tool.called', call, run, name: 'cancel_order', args: '{"id":"7"}', effects: 'once' },
});

describe('a transcript', () => {
  it('names the author of each message, without the numbers of other answers', () => {
    const log = logOf(
      [VISITOR, say('How long?')],
      [AGENT, answer('30 days\u00a0[1].')],
      [PERSON, say('Or longer, for you.')],
      [AGENT, { kind: 'answer.interrupted', message: 'm', run: 'r', text: 'Half', reason: 'stopped' }],
      [AGENT, { kind: 'answer.interrupted', message: 'm', run: 'r', text: 'Something went wrong', reason: 'failed' }],
    );
    expect(transcriptOf(log, 'now')).toEqual([
      { by: 'visitor', text: 'How long?' },
      { by: 'model', text: '30 days.', calls: [] },
      { by: 'person', name: 'Ingrid', text: 'Or longer, for you.' },
      { by: 'model', text: 'Half', calls: [] },
    ]);
  });

  it('names the files that came with a message: their content can’t be read as text', () => {
    const attachments = [{ id: 'att_1', name: 'sole.png', type: 'image/png', size: 5 }];
    const log = logOf(
      [VISITOR, { kind: 'message', text: '', attachments }],
      [PERSON, { kind: 'message', text: 'Like this', attachments }],
    );
    expect(transcriptOf(log, 'now')).toEqual([
      { by: 'visitor', text: "[A file that can't be shown here: sole.png, image/png]" },
      { by: 'person', name: 'Ingrid', text: "Like this\n[A file that can't be shown here: sole.png, image/png]" },
    ]);
  });

  it('has the earlier calls and their outcomes, but not the calls of the current turn', () => {
    const log = logOf(
      [AGENT, called('call_1', 'before')],
      [
        SYSTEM,
        { kind: 'tool.settled', call: 'call_1', state: 'failed', code: 'execution_timeout', outcome: 'unknown' },
      ],
      [AGENT, called('call_2', 'now')],
      [SYSTEM, { kind: 'tool.settled', call: 'call_2', state: 'succeeded' }],
    );
    expect(repairTranscript(transcriptOf(log, 'now'))).toMatchObject([
      { by: 'model', calls: [{ id: 'call_1', name: 'cancel_order', args: { id: '7' } }] },
      { by: 'tools', results: [{ id: 'call_1', ok: false, error: { code: 'execution_timeout', outcome: 'unknown' } }] },
    ]);
  });

  it('begins after the conversation was closed, and drops the oldest messages first', () => {
    const log = logOf(
      [VISITOR, say('long ago')],
      [PERSON, { kind: 'conversation.closed' }],
      [VISITOR, say('x'.repeat(20_000))],
      [VISITOR, say('y'.repeat(20_000))],
      [VISITOR, say('last')],
    );
    expect(transcriptOf(log, 'now').map((entry) => (entry.by === 'visitor' ? entry.text[0] : ''))).toEqual(['y', 'l']);
  });
});
