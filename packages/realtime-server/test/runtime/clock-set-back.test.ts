/** After a clock is set back, nothing waits for as long as the step. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_LIMITS } from '@service/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MessageSealer } from '../../dist/bus/sealed-messages.js';
import { openInboxes } from '../../dist/inbox/inbox-directory.js';
import { FileRoom } from '../../dist/runtime/disk-space.js';
import { KeyGuard } from '../../dist/runtime/shares/guard-key.js';
import { Pace } from '../../dist/runtime/shares/pace.js';
import { HTTP_LIMITS } from '../../src/runtime/limits.js';
import { serve } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const HOUR = 3_600_000;
let now = 10 * HOUR;
const clock = { now: () => now };

it('an address goes on at its pace', () => {
  const pace = new Pace(clock.now);
  pace.wait('a', 50);
  now -= HOUR;
  expect([pace.wait('a', 50), pace.wait('a', 50)]).toEqual([0, 50]);
});

it('an address with wrong keys waits no longer than for one more guess', () => {
  const keys = new KeyGuard({ now: clock.now, onWrong: () => undefined });
  const from = { address: 'a', group: 'a' };
  for (let i = 0; i <= HTTP_LIMITS.wrongKeyBurst; i++) keys.wrong(from, `key ${i}`);
  now -= HOUR;
  expect(keys.waitMs(from)).toBe(Math.ceil(1_000 / HTTP_LIMITS.wrongKeysPerSecond));
});

it('the settings of an inbox are read again', () => {
  const root = mkdtempSync(join(tmpdir(), 'service-clock-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'shop'));
  const write = (name: string): void =>
    writeFileSync(join(root, 'shop', 'inbox.json'), JSON.stringify({ name, allowedOrigins: ['https://shop.example'] }));
  write('Shop');
  const inboxes = openInboxes(root, { warn: () => undefined, info: () => undefined }, clock.now);
  now -= HOUR;
  write('Another name');
  expect(inboxes.get('shop')?.name).toBe('Another name');
});

it('the room on the disk is looked up again', async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    return { free: 2 ** 40, total: 2 ** 41 };
  };
  const room = new FileRoom(look, clock);
  await room.left();
  now -= HOUR;
  await room.left();
  expect(looks).toBe(2);
});

it('other nodes hear a node whose clock was ahead, and it doesn’t hear itself', () => {
  let ahead = HOUR;
  const own = { now: () => now + ahead };
  const [sender, listener] = [new MessageSealer('key', randomBytes, own), new MessageSealer('key', randomBytes, clock)];
  const early = sender.seal('topic', 'early');
  expect(listener.open('topic', early)).toEqual({ ok: false, why: 'late' });
  ahead = 0;
  const message = sender.seal('topic', 'heard');
  expect(listener.open('topic', message)).toEqual({ ok: true, text: 'heard' });
  expect(listener.open('topic', message)).toEqual({ ok: false, why: 'repeated' });
  expect([early, message].map((each) => sender.open('topic', each))).toEqual([
    { ok: false, why: 'own' },
    { ok: false, why: 'own' },
  ]);
});

it('a visitor is pinged', async () => {
  const server = await serve();
  onTestFinished(() => server.dispose());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const visitor = await WireClient.join(server.port);
  vi.setSystemTime(Date.now() - HOUR);
  vi.advanceTimersByTime(CLIENT_LIMITS.pingEveryMs / 2);
  expect((await visitor.next('ping')).n).toBe(1);
});
