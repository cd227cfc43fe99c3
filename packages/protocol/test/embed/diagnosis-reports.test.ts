/** What frame and server report of themselves is read strictly: anything else is no answer. */
import { expect, it } from 'vitest';
import { readFrameReport, readServerReport } from '../../src/embed/diagnosis-reports.js';

it('a frame’s report is read strictly', () => {
  const frame = { version: '1.0.0', storage: 'kept', consent: 'given', connection: 'connected' };
  expect(readFrameReport({ ...frame, more: 'ignored' })).toEqual(frame);
  for (const wrong of [null, 'ok', [], {}, { ...frame, storage: 'maybe' }, { ...frame, version: 'x'.repeat(65) }])
    expect(readFrameReport(wrong)).toBeNull();
});

it('a server’s report is read strictly', () => {
  const server = { version: '1.0.0', now: 1, allowed: true, crossSite: false };
  expect(readServerReport(server)).toEqual(server);
  for (const wrong of [undefined, { ...server, allowed: 'yes' }, { ...server, now: '1' }])
    expect(readServerReport(wrong)).toBeNull();
});
