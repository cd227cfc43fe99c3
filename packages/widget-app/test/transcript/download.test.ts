/** The download of a conversation. */
import type { LogEvent } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../src/i18n/load-catalogue.js';
import { conversationText } from '../../src/transcript/download/conversation-text.js';
import { asJson } from '../../src/transcript/download/download.js';
import { loadAllTexts } from '../support/load-all-texts.js';
import { english } from '../support/panel-fixtures.js';

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
  it('contains as text the author, time and text of each message, with the sources', () => {
    const text = conversationText(LOG, english);
    expect(text).toContain('You:\nGröße 38½?\nTwo lines.');
    expect(text).toContain('Ada · AI:\nYes [1].\n[1] Sizes <https://shop.example/sizes>');
    expect(text).toContain('Ingrid joined');
    expect(text.match(/^\[/gm)).toHaveLength(4);
  });

  it('names the files, the forms and the functions of the page, in the visitor’s language', async () => {
    const file = { id: 'f', name: 'receipt.pdf', type: 'application/pdf', size: 48_000 };
    const parts = JSON.stringify([
      { type: 'form', title: 'Return', fields: [{ type: 'text', name: 'order', label: 'Order number' }] },
      { type: 'card', title: 'Boots', links: [{ label: 'Look', url: 'https://shop.example/boots' }] },
    ]);
    const call = 'call_1';
    const log = [
      event(1, { kind: 'visitor', id: 'v' }, { kind: 'message', text: '', attachments: [file] }),
      event(2, { kind: 'human', id: 'desk', name: 'Ingrid' }, { kind: 'message', text: 'Here:', parts }),
      event(3, AGENT, {
        kind: 'tool.called',
        call,
        run: `run_${'r'.repeat(24)}`,
        name: 'cancel_order',
        args: '{}',
        effects: 'once',
      }),
      event(4, { kind: 'system', id: 's' }, { kind: 'tool.settled', call, state: 'succeeded' }),
      event(5, AGENT, { kind: 'answer.interrupted', message: 'm', run: 'r', text: '', reason: 'failed' }),
    ];
    const inEnglish = conversationText(log, english);
    expect(inEnglish).toContain('You:\n+ receipt.pdf (48 kB)\n');
    expect(inEnglish).toContain('Ingrid:\nHere:\nReturn\n- Order number\nBoots\n- Look <https://shop.example/boots>');
    expect(inEnglish).toContain('Cancel order: Done');
    expect(inEnglish).toContain('Ada · AI:\nThis answer could not be finished.');
    expect(conversationText(log, await loadAllTexts(chooseLanguage(['de'])))).toContain('Cancel order: Erledigt');
  });

  it('contains as data every event of the log unchanged', () => {
    expect(JSON.parse(asJson('cnv_1', LOG))).toEqual({ conversation: 'cnv_1', events: LOG });
  });
});
