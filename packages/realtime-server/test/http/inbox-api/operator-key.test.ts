/** The key of the people who answer: one for all nodes, by the settings or by the folder they share. */
import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operatorKeyIn, operatorKeyOf } from '../../../dist/http/inbox-api/operator-key.js';

describe('the key of the people who answer', () => {
  it('is the one in the settings, to the letter', () => {
    const { opens } = operatorKeyOf('csk_0123456789012345678901234');
    expect(opens('Bearer csk_0123456789012345678901234')).toBe(true);
    for (const wrong of [
      undefined,
      '',
      'Bearer ',
      'Bearer csk_012345678901234567890123',
      'csk_0123456789012345678901234',
    ]) {
      expect(opens(wrong), wrong).toBe(false);
    }
    expect(opens('Bearer csk_01234567890123456789012345')).toBe(false);
  });

  it.each(['', 'secret', 'a'.repeat(40), 'changeme'.repeat(3)])(
    'is refused at the start when someone wrote one into the file that is easy to guess: %j',
    (written) => {
      const folder = mkdtempSync(join(tmpdir(), 'service-key-'));
      writeFileSync(join(folder, 'operator.key'), `${written}\n`);
      expect(() => operatorKeyIn(folder)).toThrow(/operator\.key .*Remove the file/);
      rmSync(folder, { recursive: true });
    },
  );

  it('is the same for nodes that start together on one folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-key-'));
    const script = new URL('../../../dist/http/inbox-api/operator-key.js', import.meta.url).href;
    const start = (): Promise<string> =>
      new Promise((resolve, reject) => {
        const child = fork('-', {
          execArgv: [
            '--input-type=module',
            '-e',
            `const { operatorKeyIn } = await import(${JSON.stringify(script)});
             const { readFileSync } = await import('node:fs');
             process.send(readFileSync(operatorKeyIn(${JSON.stringify(folder)}).file, 'utf8'));`,
          ],
        });
        child.once('message', (key) => resolve(String(key)));
        child.once('error', reject);
      });
    const keys = new Set(await Promise.all([start(), start(), start(), start()]));
    expect(keys.size).toBe(1);
    expect(readdirSync(folder)).toEqual(['operator.key']);
    const [key] = keys;
    expect(operatorKeyIn(folder).opens(`Bearer ${key?.trim()}`)).toBe(true);
    expect(readFileSync(operatorKeyIn(folder).file, 'utf8')).toBe(key);
    rmSync(folder, { recursive: true });
  });
});
