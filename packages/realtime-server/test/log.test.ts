/** What must not get into a log does not, even when an error's own message brings it along. */
import { describe, expect, it } from 'vitest';
import { redact, redacted } from '../dist/log.js';

describe('a log line', () => {
  it.each([
    ['a session’s token', 'token cws_AAAABBBBCCCCDDDDEEEEFFFF is unknown', 'AAAABBBB'],
    ['the operators’ key', 'csk_abcdefghijklmnop', 'abcdefgh'],
    ['a signing secret', 'cwsk_abcdefghijklmnop', 'abcdefgh'],
    ['the key of links to files', 'clk_abcdefghijklmnop', 'abcdefgh'],
    ['an identity token', 'got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ2aWN0aW0ifQ.c2lnbmF0dXJl', 'eyJzdWIi'],
    ['an authorization', 'Authorization: Bearer abcdef0123456789', 'abcdef01'],
    ['a signature', 'sha256=0123456789abcdef', '01234567'],
    ['an e-mail address', 'duplicate key (email)=(kim@shop.example)', 'kim@'],
    ['a query', 'GET https://shop.example/reset?token=secret-word failed', 'secret-word'],
    ['what a parser quotes', `Unexpected token 'x', "${'my private words '.repeat(4)}" is not valid JSON`, 'private'],
  ])('never has %s', (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(JSON.stringify(redacted({ error: text, deep: [{ list: [text] }], thrown: new Error(text) }))).not.toContain(
      secret,
    );
  });

  it('keeps what helps: codes, ids, numbers and the plain words of an error', () => {
    const fields = { run: 'run_abc', lateMs: 12, error: 'connect ECONNREFUSED 10.0.0.1:5432', code: null };
    expect(redacted(fields)).toEqual(fields);
  });

  it('is short, whatever came', () => {
    expect(redact('x'.repeat(1_000_000)).length).toBe(500);
  });
});
