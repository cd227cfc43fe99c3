/** How keys are checked at each of their requests: what that reads and writes, and how many requests each may make. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyRow } from '../../dist/auth/auth-rows.js';
import { createKeyChecks, type KeyChecks } from '../../dist/auth/key-checks.js';
import { createRequestLimit, REQUESTS_IN_A_MINUTE } from '../../dist/auth/request-limit.js';

const START = Date.UTC(2026, 10, 27);

let now: number;
let stored: KeyRow[];
let reads: number;
let writes: object[];
/** What reads wait for. */
let gate: Promise<void>;
let checks: KeyChecks;

const rowOf = (key: string): KeyRow => ({
  id: `key_${key}`,
  configId: 'default',
  referenceId: 'org_1',
  name: key,
  key: createHash('sha256').update(key).digest('base64url'),
  start: null,
  enabled: true,
  createdAt: new Date(START),
  updatedAt: new Date(START),
  expiresAt: null,
  lastRequest: null,
  permissions: '{"workspace":["read"]}',
  metadata: null,
});

beforeEach(() => {
  now = START;
  reads = 0;
  writes = [];
  gate = Promise.resolve();
  stored = [rowOf('one'), rowOf('two')];
  const rows = {
    async find(_model: string, { key }: { key: string }) {
      reads += 1;
      const row = stored.find((each) => each.key === key) ?? null;
      await gate;
      return row;
    },
    async update(_model: string, match: object, change: object) {
      writes.push({ ...match, ...change });
      return null;
    },
    remove: async () => 1,
  };
  checks = createKeyChecks({
    configId: 'default',
    limit: createRequestLimit(() => now),
    rows: rows as unknown as Parameters<typeof createKeyChecks>[0]['rows'],
    now: () => now,
    onFailed(error) {
      throw error;
    },
  });
});

const isRight = async (key: string): Promise<boolean> => (await checks.check(key)).ok;

describe('a key', () => {
  it('that was in use a moment ago is looked up no more than every two seconds, and its use is stored once a minute', async () => {
    for (let request = 0; request < 600; request++) {
      now = START + request * 100;
      expect(await isRight('one')).toBe(true);
    }
    expect(reads).toBe(30);
    expect(writes).toEqual([{ id: 'key_one', lastRequest: new Date(START) }]);
    now = START + 60_000;
    await isRight('one');
    expect(writes).toHaveLength(2);
  });

  it('that another node revoked opens nothing two seconds later', async () => {
    expect(await isRight('one')).toBe(true);
    stored = [];
    now += 2_000;
    expect(await isRight('one')).toBe(false);
    expect(checks.isKnown('one')).toBe(false);
  });

  it('that another node revoked opens nothing after the clock was set back, either', async () => {
    expect(await isRight('one')).toBe(true);
    stored = [];
    now -= 3_600_000;
    expect(await isRight('one')).toBe(false);
  });

  it('that this node revoked opens nothing from then on, also where it was being looked up', async () => {
    expect(await isRight('one')).toBe(true);
    let openGate = (): void => undefined;
    gate = new Promise((resolve) => {
      openGate = resolve;
    });
    const early = checks.check('two');
    stored = [];
    checks.forgetRead();
    openGate();
    await early;
    expect([await isRight('one'), await isRight('two')]).toEqual([false, false]);
  });

  it('may make 600 requests a minute for as long as it likes', async () => {
    for (let request = 0; request < 10 * REQUESTS_IN_A_MINUTE; request++) {
      now = START + (request * 60_000) / REQUESTS_IN_A_MINUTE;
      expect(await isRight('one')).toBe(true);
    }
  });

  it('that makes more is refused for a moment, and no other key with it', async () => {
    let admitted = 0;
    for (let request = 0; request < 20_000; request++) {
      now = START + request * 6;
      if (await isRight('one')) admitted += 1;
    }
    // Two minutes, and what may come at once before them.
    expect(admitted).toBeGreaterThan(2 * REQUESTS_IN_A_MINUTE);
    expect(admitted).toBeLessThan(4 * REQUESTS_IN_A_MINUTE);
    let refused = await checks.check('one');
    while (refused.ok) refused = await checks.check('one');
    expect(refused).toEqual({ ok: false, why: 'too-many', retryAfterSeconds: 1 });
    expect(await isRight('two')).toBe(true);
    now += 1_000;
    expect(await isRight('one')).toBe(true);
  });
});
