/** What a visitor gets to keep of a conversation. */
import type { LogEvent } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { asJson, asText } from '../src/panel/sheets/download.js';
import { en } from '../src/texts/en.js';

const AGENT = { kind: 'ai', id: 'agent', name: 'Ada' } as const;
const event = (seq: number, by: LogEvent['by'], body: LogEvent['body']): LogEvent => ({
  seq,
  at: Date.UTC(2026, 2, 9, 9, seq),
  by,
  clientId: `client-000${seq}`,
  body,
});
const LOG: readonly LogEvent[] = [
  event(1, { kind: 'visitor', id: 'v' }, { kind: 'message', text: 'Größe 38½?\nTwo lines.' }),
  event(2, AGENT, { kind: 'answer.started', message: 'm', run: 'r', attempt: 1 }),
  event(3, AGENT, {
    kind: 'answer.completed',
    message: 'm',
    run: 'r',
    text: 'Yes [1].',
    outcome: 'answered',
    citations: [{ number: 1, documentId: 'd', title: 'Sizes', url: 'https://shop.example/sizes', quote: 'q' }],
    offerPerson: false,
  }),
  event(4, { kind: 'human', id: 'desk', name: 'Ingrid' }, { kind: 'handoff.accepted' }),
];

describe('a downloaded conversation', () => {
  it('holds as text who said what and when, with the sources', () => {
    const text = asText(LOG, en);
    expect(text).toContain('You:\nGröße 38½?\nTwo lines.');
    expect(text).toContain('Ada · AI:\nYes [1].\n[1] Sizes <https://shop.example/sizes>');
    expect(text).toContain('Ingrid joined');
    expect(text.match(/^\[/gm)).toHaveLength(4);
  });

  it('holds as data every event as it stands in the log', () => {
    expect(JSON.parse(asJson('cnv_1', LOG))).toEqual({ conversation: 'cnv_1', events: LOG });
  });
});
