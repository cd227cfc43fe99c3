import type { LogEvent } from '@service/protocol';
import type { BusMessage } from '../../dist/bus/bus.js';

export const CNV = 'cnv_00000000000000000001';
const CALL = 'call_00000000000000000001';
const HASH = 'a'.repeat(64);
const VISITOR = { kind: 'visitor', id: 'ctc_visitor000000000001' } as const;

export function eventSaying(text: string): LogEvent {
  return { seq: 7, at: 2_000, by: VISITOR, clientId: 'client-0001', body: { kind: 'message', text } };
}

/** One of each kind that nodes send each other, with `text` wherever words can be. */
export function messagesOf(text: string): readonly BusMessage[] {
  const who = { ...VISITOR, name: text };
  const frames = [
    {
      t: 'tool.offer',
      conversation: CNV,
      call: CALL,
      attempt: 1,
      name: 'pay',
      args: JSON.stringify({ text }),
      hash: HASH,
    },
    {
      t: 'tool.grant',
      conversation: CNV,
      call: CALL,
      attempt: 1,
      lease: `lea_${'A'.repeat(24)}`,
      name: 'pay',
      args: JSON.stringify({ text }),
      hash: HASH,
      key: HASH,
      timeoutMs: 20_000,
      confirmedBy: 'user',
    },
    { t: 'tool.cancel', conversation: CNV, call: CALL },
    { t: 'tool.progress', conversation: CNV, call: CALL, text, fraction: 0.5 },
  ] as const;
  return [
    { kind: 'head', seq: 1, body: 'message' },
    {
      kind: 'delta',
      delta: {
        t: 'delta',
        conversation: CNV,
        message: 'msg_00000000000000000001',
        run: 'run_00000000000000000001',
        attempt: 1,
        from: 0,
        text,
      },
    },
    { kind: 'typing', who, on: true, from: 'instance-0001' },
    { kind: 'read', seq: 0 },
    { kind: 'seen', seq: 3 },
    { kind: 'stop' },
    { kind: 'recite' },
    { kind: 'erased' },
    { kind: 'tool' },
    ...frames.map((frame) => ({ kind: 'tool.frame', to: 'instance-0001', frame }) as const),
    { kind: 'line', inbox: 'demo' },
    { kind: 'inboxes' },
    { kind: 'ended', session: 'ses_00000000000000000001', why: 'logout' },
  ];
}
