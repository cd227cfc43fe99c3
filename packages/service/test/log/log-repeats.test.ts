/** What strangers can cause again and again fills no log. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitRepeats, WINDOW_MS } from '../../dist/log/log-repeats.js';

describe('lines of one message', () => {
  it('are few in any time, all are accounted for, and other messages are written all the while', () => {
    const line = fc.record({
      message: fc.integer({ min: 0, max: 3 }),
      laterMs: fc.constantFrom(0, 0, 0, 1, WINDOW_MS),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 200, maxLength: 600 }), (lines) => {
        let now = 0;
        let due: { readonly at: number; readonly run: () => void } | null = null;
        const [written, leftOut] = [new Map<string, number>(), new Map<string, number>()];
        const add = (to: Map<string, number>, name: string, count: number) => to.set(name, (to.get(name) ?? 0) + count);
        const pass = (ms: number): void => {
          now += ms;
          const ended = due !== null && due.at <= now ? due : null;
          if (ended) due = null;
          ended?.run();
        };
        const limit = limitRepeats(
          (ms, run) => {
            due = { at: now + ms, run };
          },
          (message, count) => add(leftOut, message, count),
        );
        let windows = 1;
        for (const { message, laterMs } of lines) {
          pass(laterMs);
          if (laterMs === WINDOW_MS) windows += 1;
          if (limit.mayWrite(`message ${message}`)) add(written, `message ${message}`, 1);
        }
        pass(WINDOW_MS);
        for (const name of ['message 0', 'message 1', 'message 2', 'message 3']) {
          const all = lines.filter(({ message }) => name === `message ${message}`).length;
          expect((written.get(name) ?? 0) + (leftOut.get(name) ?? 0)).toBe(all);
          expect(written.get(name) ?? 0).toBeLessThanOrEqual(60 * windows);
        }
        const fresh = limitRepeats(
          () => undefined,
          () => undefined,
        );
        for (let at = 0; at < 1_000; at++) fresh.mayWrite('flood');
        expect(fresh.mayWrite('flood')).toBe(false);
        expect(fresh.mayWrite('another')).toBe(true);
      }),
    );
  });

  it('that quote something new each time have one limit together, and cost no memory without end', () => {
    const limit = limitRepeats(
      () => undefined,
      () => undefined,
    );
    const written = Array.from({ length: 10_000 }, (_, at) => limit.mayWrite(`message ${at}`)).filter(Boolean).length;
    expect(written).toBeLessThanOrEqual(500 + 60);
  });

  it('are left out of the log of a process, which says how many; lines without fields are all there', () => {
    const script = `
      const { openLog } = await import(${JSON.stringify(new URL('../../dist/log/log.js', import.meta.url).href)});
      const timers = [];
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (run, ms) => (ms === ${WINDOW_MS} ? { unref: () => timers.push(run) } : setTimeout(run, ms));
      const log = openLog('info');
      for (let at = 0; at < 500; at++) log.warn({ at }, 'a token was refused');
      for (let at = 0; at < 100; at++) log.info('plain');
      log.warn({ code: 'x' }, 'something else');
      for (const run of timers) run();
    `;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
    const lines = String(stdout)
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { msg: string }).msg);
    const count = (msg: string): number => lines.filter((each) => each === msg).length;
    expect([count('a token was refused'), count('plain'), count('something else')]).toEqual([60, 100, 1]);
    expect(lines).toContain('440 more lines were left out: a token was refused');
  });
});
