/** Where a citation leads is written by agents and articles, and shown by screens of every make. */
import type { LogEvent } from '@service/protocol';
import { expect, it } from 'vitest';
import { toTimelineEntries } from '../../../src/core/view/timeline.js';

it('an entry of the timeline names no address that can’t be a link', () => {
  const citation = (number: number, url: string) => ({ number, documentId: 'd', title: 't', quote: 'q', url });
  const completed: LogEvent = {
    seq: 1,
    at: 0,
    by: { kind: 'ai', id: 'agent' },
    clientId: 'client-0001',
    body: {
      kind: 'answer.completed',
      message: 'msg_00000000000000000001',
      run: 'run_00000000000000000001',
      text: 'Here [1][2][3]',
      outcome: 'answered',
      offerPerson: false,
      citations: [
        citation(1, 'https://shop.example/returns'),
        citation(2, 'javascript:alert(1)'),
        citation(3, 'https://2130706433/'),
      ],
    },
  };
  const [entry] = toTimelineEntries([completed]);
  expect(entry?.type === 'answer' && entry.citations).toEqual([
    citation(1, 'https://shop.example/returns'),
    { number: 2, documentId: 'd', title: 't', quote: 'q' },
    { number: 3, documentId: 'd', title: 't', quote: 'q' },
  ]);
});
