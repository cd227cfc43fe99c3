/** Files leave the disk what conversations need, however many come at once, and no inbox takes the rest from the others. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { type DiskSpace, FileRoom } from '../../../dist/runtime/disk-space.js';
import { UPLOAD_LIMITS } from '../../../src/http/uploads/limits/upload-limits.js';
import { DISK_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';
import { serveUploads, type UploadServer } from './upload-server.js';

const BAR = DISK_LIMITS.uploads.bytes;

describe('the room for files on a disk', () => {
  const step = fc.record({
    bytes: fc.integer({ min: 1, max: 300 }),
    laterMs: fc.constantFrom(0, 0, 1, DISK_LIMITS.lookEveryMs - 1, DISK_LIMITS.lookEveryMs),
    /** Others write too, and remove. */
    others: fc.integer({ min: -200, max: 200 }),
  });

  it('is never overdrawn by what files write, whatever is written between two looks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 200 }),
        fc.integer({ min: 0, max: 20_000 }),
        async (steps, above) => {
          const clock = turnedClock();
          let free = BAR + above;
          /** What others have written since the last look: the room can't know of it. */
          let unseen = 0;
          const look = async (): Promise<DiskSpace> => {
            unseen = 0;
            return { free, total: 2 ** 50 };
          };
          const room = new FileRoom(look, clock);
          for (const { bytes, laterMs, others } of steps) {
            if (await room.take(bytes)) {
              free -= bytes;
              expect(free + unseen).toBeGreaterThanOrEqual(BAR);
            }
            free -= others;
            unseen += Math.max(0, others);
            clock.turn(laterMs);
          }
        },
      ),
    );
  });

  it('is what was last known while the disk can’t be looked at, and none before it ever could', async () => {
    const clock = turnedClock();
    let space: DiskSpace | null = null;
    const room = new FileRoom(async () => {
      if (!space) throw new Error('EMFILE');
      return space;
    }, clock);
    expect(await room.take(1)).toBe(false);
    space = { free: BAR + 100, total: 2 ** 50 };
    expect(await room.take(1)).toBe(true);
    space = null;
    clock.turn(DISK_LIMITS.lookEveryMs);
    expect(await room.take(99)).toBe(true);
    expect(await room.take(1)).toBe(false);
  });
});

describe('uploads', () => {
  let server: UploadServer;
  beforeEach(async () => {
    server = await serveUploads();
  });
  afterEach(() => server.dispose());
  const text = (bytes: number): string => 'a'.repeat(bytes);

  it('that come at once are refused where all of them would fill the disk, and leave nothing', async () => {
    const guests = await Promise.all(Array.from({ length: 12 }, () => server.guest()));
    const bytes = 300_000;
    server.fill(BAR + 7 * bytes);
    const answers = await Promise.all(guests.map((guest) => server.upload(guest, text(bytes), 'a.txt')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, code } of answers.filter((each) => each.status !== 201))
      expect({ status, code }).toEqual({ status: 503, code: 'store_unavailable' });
    expect(server.filesOnDisk()).toHaveLength(1);
  });

  it('that were all begun while there was room end when they have used it up', async () => {
    const [bytes, piece] = [300_000, Buffer.alloc(10_000, 'a')];
    const folder = mkdtempSync(join(tmpdir(), 'service-room-'));
    const onDisk = (): number => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    const room = 4.5 * bytes;
    const space = async (): Promise<DiskSpace> => ({ free: BAR + room - onDisk(), total: 2 ** 50 });
    const incoming = incomingFiles(folder, turnedClock(), space);
    const body = () => Readable.from(Array.from({ length: bytes / piece.length }, () => piece));
    const kinds = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const path = incoming.path(`att_${String(at).padStart(32, '0')}`, 'raw');
        return (await incoming.receive(body(), path)).kind;
      }),
    );
    expect(new Set(kinds)).toContain('no-room');
    expect(onDisk()).toBeGreaterThan(room / 2);
    // Of each upload a piece may be on its way while the disk is looked at.
    expect(onDisk()).toBeLessThanOrEqual(room + 12 * piece.length);
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect((await incoming.receive(body(), incoming.path(`att_${'f'.repeat(32)}`, 'raw'))).kind).toBe('received');
    rmSync(folder, { recursive: true });
  });

  it('of one inbox use a part of the disk’s room in a day, and those of another go on', async () => {
    const bytes = 50_000;
    const room = 40 * bytes;
    server.fill(BAR + room);
    const visitorsPart = DISK_LIMITS.inboxUploadShare * UPLOAD_LIMITS.visitorsPartOfInboxBytes;
    const mostOfDay = Math.floor((room * visitorsPart) / bytes);
    let taken = 0;
    for (let at = 0; at < 2 * mostOfDay; at++) {
      // What is stored is missing from then on.
      server.fill(BAR + room - taken * bytes);
      const answer = await server.upload(await server.guest(), text(bytes), 'a.txt');
      if (answer.status === 201) taken += 1;
      else expect(answer).toMatchObject({ status: 503, code: 'store_unavailable' });
    }
    expect(taken).toBe(mostOfDay);
    expect((await server.upload(await server.guest('calm'), text(bytes), 'a.txt')).status).toBe(201);
    server.pass(86_400_000);
    server.fill(BAR + room - (taken + 1) * bytes);
    expect((await server.upload(await server.guest(), text(bytes), 'a.txt')).status).toBe(201);
  });

  it('are taken on a small volume that has room, which is not full from its first day', async () => {
    const total = 100 * 2 ** 20;
    server.fill(total / 2, total);
    expect((await server.upload(await server.guest(), 'text', 'a.txt')).status).toBe(201);
    server.fill(total * DISK_LIMITS.uploads.share, total);
    expect(await server.upload(await server.guest(), 'text', 'a.txt')).toMatchObject({ code: 'store_unavailable' });
  });
});
