/** What must not get into a log does not, even when an error's own message brings it along. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { redact, redacted, secretsIn } from '../../dist/log/log.js';

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
    ['S19.9: the password of a database', 'connect postgres://chat:s3cret@db/x failed', 's3cret'],
    ['S19.9: a password without a user', 'redis://:s3cret@cache: WRONGPASS', 's3cret'],
    ['S19.9: the user of an address', 'GET https://s3cret@shop.example/ failed', 's3cret'],
    ['S19.9: an e-mail address on this machine', 'bounced: jane@localhost', 'jane'],
    ['a query', 'GET https://shop.example/reset?token=secret-word failed', 'secret-word'],
    ['what a parser quotes', `Unexpected token 'x', "${'my private words '.repeat(4)}" is not valid JSON`, 'private'],
    ['what a database quotes', `refused: 'I can't send my private words ${'again '.repeat(9)}'`, 'private'],
    [
      'what it quotes after a word of its own',
      `the row's text can't be ='${"so I won't say ".repeat(4)} private'`,
      'private',
    ],
  ])('never has %s', (_what, text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(JSON.stringify(redacted({ error: text, deep: [{ list: [text] }], thrown: new Error(text) }))).not.toContain(
      secret,
    );
  });

  it('S19.9: never has a key of the operator’s own, which looks like nothing in particular', () => {
    const secrets = secretsIn({
      MASTER_KEY: 'correct horse battery',
      AGENT_TOKEN: ' plain-words',
      PORT: '46000000',
      A_KEY: 'a',
    });
    expect(secrets).toEqual(['correct horse battery', 'plain-words']);
    const fields = { error: new Error('refused: correct horse battery'), deep: [{ list: ['plain-words!'] }] };
    expect(redacted(fields, secrets)).toEqual({ error: 'refused: …', deep: [{ list: ['…!'] }] });
  });

  it('keeps what helps: codes, ids, numbers and the plain words of an error', () => {
    const fields = { run: 'run_abc', lateMs: 12, error: 'connect ECONNREFUSED 10.0.0.1:5432', code: null };
    expect(redacted(fields)).toEqual(fields);
  });

  it('keeps a sentence with apostrophes in it', () => {
    const text =
      "LOADER_DIR must name a folder that the server's user can read and write, with all that is in it: /srv can't be used.";
    expect(redact(text)).toBe(text);
  });

  it('is short for any input', () => {
    expect(redact('x'.repeat(1_000_000)).length).toBe(500);
  });
});

describe('the lines of a log', () => {
  /** A program that says three lines, the last of them right before it ends; and whatever it says to its caller. */
  const program = (end: string): string => `
    const { openLog } = await import(${JSON.stringify(new URL('../../dist/log/log.js', import.meta.url).href)});
    const log = openLog('info');
    log.info('one');
    await new Promise((resolve) => setImmediate(resolve));
    log.info('two');
    log.info('three');
    console.error('still here');
    ${end}
  `;
  const run = (script: string, output: number | 'pipe') => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', output, 'pipe'],
      timeout: 60_000,
    });
    return { stdout: String(stdout), stderr: String(stderr).trim(), status };
  };

  it.each([
    ['ends by itself', ''],
    ['is ended', 'process.exit(0);'],
  ])('are all there when the process %s', (_, end) => {
    const { stdout } = run(program(end), 'pipe');
    expect(new Set(stdout.match(/one|two|three/g))).toEqual(new Set(['one', 'two', 'three']));
  });

  it('are all written when they are more than a pipe holds and the process is ended', async () => {
    const end = `
      // From here on a full pipe refuses what it has no room for, instead of blocking the writer.
      void process.stdout;
      for (let i = 0; i < 2_000; i++) log.info('many '.repeat(60));
      log.info('the last word');
      console.error('ending');
      process.exit(0);
    `;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program(end)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ending = new Promise<void>((resolve) =>
      server.stderr.on('data', (chunk) => String(chunk).includes('ending') && resolve()),
    );
    await ending;
    expect(await text(server.stdout)).toContain('the last word');
  });

  it.each([
    ['goes on, and ends by itself', ''],
    ['goes on, and ends when it is ended', 'process.exit(0);'],
  ])('cost the server nothing where they can’t be written: it %s', (_, end) => {
    // Every line is refused, as on a disk that is full.
    const onlyRead = openSync('/dev/null', 'r');
    const { stderr, status } = run(program(end), onlyRead);
    closeSync(onlyRead);
    expect({ stderr, status }).toEqual({ stderr: 'still here', status: 0 });
  });
});
