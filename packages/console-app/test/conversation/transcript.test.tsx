// @vitest-environment happy-dom
/** What the team reads of an answer's sources. */
import type { LogEvent } from '@service/protocol';
import { afterEach, expect, it } from 'vitest';
import { Transcript } from '../../src/conversation/transcript.js';
import { type Drawn, drawn } from '../support.js';

let shown: Drawn;
afterEach(() => shown?.close());

it('an answer names its sources, with a link to those that have an address', async () => {
  const citation = (number: number, title: string, url?: string) => ({
    ...{ number, title, documentId: `doc_${number}`, quote: 'quoted' },
    ...(url !== undefined && { url }),
  });
  const events: readonly LogEvent[] = [
    {
      ...{ seq: 1, at: 0, clientId: 'c', by: { kind: 'ai', id: 'agt_1', name: 'Hei' } },
      body: {
        ...{ kind: 'answer.completed', message: 'msg_1', run: 'run_1', text: 'Three years. [1] [2] [3]' },
        ...{ outcome: 'answered', offerPerson: false },
        citations: [
          citation(1, 'Warranty', 'https://shop.example/warranty'),
          citation(2, 'Notes'),
          citation(3, 'Trap', 'javascript:alert(1)'),
        ],
      },
    },
  ];
  shown = await drawn(
    <Transcript
      {...{ events, visitorName: null, pending: [], typing: false }}
      linkTo={async () => null}
      onDiscard={() => undefined}
    />,
  );
  const sources = [...shown.root.querySelectorAll('.sources li')];
  expect(sources.map((each) => [each.textContent, each.querySelector('a')?.href])).toEqual([
    ['[1] Warranty', 'https://shop.example/warranty'],
    ['[2] Notes', undefined],
    ['[3] Trap', undefined],
  ]);
});
