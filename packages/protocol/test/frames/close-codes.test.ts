import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOSE, closeDuty, closeRetryAfterMs } from '../../src/frames/close-codes.js';

describe('a close code', () => {
  it.each(Object.values(CLOSE))('$code says why in a sentence that fits into the reason of a close', ({ meaning }) => {
    expect(meaning).not.toBe('');
    expect(Buffer.byteLength(meaning)).toBeLessThanOrEqual(123);
    expect(closeRetryAfterMs(meaning)).toBeUndefined();
  });

  it.each(Object.values(CLOSE))('$code means $duty to its receiver', ({ code, duty }) => {
    expect(closeDuty(code)).toBe(duty);
  });

  it('means one thing only', () => {
    const codes = Object.values(CLOSE).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([
    [0, 'reconnect'],
    [1005, 'reconnect'],
    [1015, 'reconnect'],
    [3999, 'reconnect'],
    [4050, 'reconnect'],
    [4399, 'reconnect'],
    [4402, 'stop'],
    [4999, 'stop'],
    [5000, 'reconnect'],
  ])('%i, unknown, means %s by its range', (code, duty) => {
    expect(closeDuty(code)).toBe(duty);
  });

  it('never throws, for any number', () => {
    fc.assert(
      fc.property(fc.double(), (code) => {
        expect(typeof closeDuty(code)).toBe('string');
      }),
    );
  });

  it('from 4400 on never makes a client reconnect without end', () => {
    for (const { code, duty } of Object.values(CLOSE))
      if (code >= 4400) expect(['stop', 'reconnect-once']).toContain(duty);
  });
});

describe('the wait in a close reason', () => {
  it.each([
    ['{"retryAfter":0}', 0],
    ['{"retryAfter":1500}', 1_500],
    ['{"retryAfter":9999999}', 9_999_999],
  ])('%s is read', (reason, ms) => expect(closeRetryAfterMs(reason)).toBe(ms));

  it.each([
    '',
    'busy',
    '{}',
    '{"retryAfter":-1}',
    '{"retryAfter":1.5}',
    '{"retryAfter":1e9}',
    '{"retryAfter":"5"}',
    '{"retryAfter":99999999}',
    '{"retryAfter":5} ',
    '{"retryAfter":5}\n',
    '{"retryAfter":5,"x":1}',
  ])('%j is no hint', (reason) => expect(closeRetryAfterMs(reason)).toBeUndefined());
});
