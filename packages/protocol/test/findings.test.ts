/** Whoever reads a finding learns what is wrong and what to do, whichever of the two looked. */
import { expect, it } from 'vitest';
import { FINDINGS, finding } from '../src/diagnosis/findings.js';
import { readFrameReport } from '../src/diagnosis/frame-report.js';
import { readServerReport } from '../src/diagnosis/server-report.js';

type Row = keyof typeof FINDINGS;

const FACTS = {
  chat: 'https://chat.example',
  origin: 'https://shop.example',
  page: 'https://shop.example/',
  status: 404,
  script: 'https://chat.example/embed/v1.js',
  server: '1.2.3',
  inboxId: 'demo',
  allowed: ['https://other.example'],
  containerId: 'chat',
  errors: ['frame_unreachable'],
  width: 0,
  height: 0,
  minutes: 7,
  reason: 'CERT_HAS_EXPIRED',
  address: 'http://chat.example/embed/v1.js',
  site: 'shop.example',
  state: 'reconnecting',
  code: 'message_failed',
  message: 'A message could not be sent.',
};

it.each(Object.keys(FINDINGS) as Row[])('%s says what it is and what to do, with all its facts', (code) => {
  const { what, toDo } = (finding as (code: Row, facts: object) => ReturnType<typeof finding>)(code, FACTS);
  for (const sentence of [what, toDo]) {
    expect(sentence).toMatch(/^[A-Z]|^https:/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    expect(sentence.length).toBeLessThan(300);
  }
});

it('what frame and server say of themselves is read strictly: anything else is no answer', () => {
  const frame = { version: '1.0.0', storage: 'kept', consent: 'given', connection: 'connected' };
  expect(readFrameReport({ ...frame, more: 'ignored' })).toEqual(frame);
  for (const wrong of [null, 'ok', [], {}, { ...frame, storage: 'maybe' }, { ...frame, version: 'x'.repeat(65) }])
    expect(readFrameReport(wrong)).toBeNull();
  const server = { version: '1.0.0', now: 1, allowed: true, crossSite: false };
  expect(readServerReport(server)).toEqual(server);
  for (const wrong of [undefined, { ...server, allowed: 'yes' }, { ...server, now: '1' }])
    expect(readServerReport(wrong)).toBeNull();
});
