/** A share for each: whatever visitors of one address or one inbox upload, others can go on. */
import { writeFileSync } from 'node:fs';
import { UPLOADS_PATH } from '@service/protocol';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { visitorImages } from '../../../dist/http/uploads/images/image-cleaner.js';
import { type ImageProcess, imageProcess } from '../../../dist/http/uploads/images/image-process.js';
import { UploadShares } from '../../../dist/http/uploads/limits/upload-shares.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { UPLOAD_LIMITS } from '../../../src/http/uploads/limits/upload-limits.js';
import { turnedClock } from '../../support/manual-clock.js';
import { manyFrames } from './images/many-frames.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
beforeEach(async () => {
  server = await serveUploads();
});
afterEach(() => server.dispose());

const ATTACKER = { 'x-forwarded-for': '192.0.2.66' };
const png = () =>
  sharp({ create: { width: 10, height: 10, channels: 3, background: '#b04020' } })
    .png()
    .toBuffer();
const guests = (count: number, inbox?: string): Promise<Guest[]> =>
  Promise.all(Array.from({ length: count }, () => server.guest(inbox)));

/** An upload that announces nine megabytes and brings nothing. */
function beginSlowUpload({ token }: Guest, address: string): Promise<string> {
  return server.raw(
    `POST ${UPLOADS_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n` +
      'X-File-Name: a.txt\r\nContent-Length: 9000000\r\n\r\n',
  );
}

describe('slow uploads', () => {
  it('hold a third of the places from one address, and half of them in one inbox', async () => {
    const answers: string[] = [];
    const begin = async (visitors: readonly Guest[], addressOf: (at: number) => string) => {
      for (const [at, visitor] of visitors.entries())
        for (let i = 0; i < UPLOAD_LIMITS.uploadsAtOnce; i++)
          void beginSlowUpload(visitor, addressOf(at)).then((answer) => answers.push(answer));
    };
    const honest = await server.guest();
    const fromElsewhere = { 'x-forwarded-for': '192.0.2.1' };

    await begin(await guests(17), () => ATTACKER['x-forwarded-for']);
    const third = Math.ceil(UPLOAD_LIMITS.uploadPlaces / 3);
    await expect.poll(() => server.filesOnDisk().length).toBe(third);
    expect(await server.upload(honest, 'hello', 'a.txt', ATTACKER)).toMatchObject({ code: 'rate_limited' });
    expect((await server.upload(honest, 'hello', 'a.txt', fromElsewhere)).status).toBe(201);

    await begin(await guests(20), (at) => `198.51.100.${at}`);
    await expect.poll(() => server.filesOnDisk().length).toBe(UPLOAD_LIMITS.uploadPlaces / 2 + 1);
    expect(await server.upload(honest, 'hello', 'a.txt', fromElsewhere)).toMatchObject({ status: 503, code: 'busy' });
    const other = await server.guest('calm');
    expect((await server.upload(other, 'hello', 'a.txt', fromElsewhere)).status).toBe(201);
  });
});

describe('what is sent', () => {
  const share = { inbox: 'demo', address: '192.0.2.66', peer: 'visitor' };
  const { visitorSentBytes, addressSentBytes, sentHalfLifeMs } = UPLOAD_LIMITS;

  it('counts for its visitor and address, also when the file is refused, and less as time passes', () => {
    const clock = turnedClock();
    const shares = new UploadShares(clock);
    const send = (of: typeof share, announced: number, bytes: number) => {
      const begun = shares.begin(of, announced);
      if (!begun.ok) return begun.code;
      begun.place.received(bytes);
      begun.end();
      return 'taken';
    };
    // Announced and not sent costs nothing.
    for (let n = 0; n < 20; n++) expect(send(share, visitorSentBytes / 2, 1)).toBe('taken');
    expect(send(share, 0, visitorSentBytes)).toBe('taken');
    expect(send(share, 1, 1)).toBe('upload_quota');
    expect(send({ ...share, peer: 'neighbour' }, 0, addressSentBytes - visitorSentBytes)).toBe('taken');
    expect(send({ ...share, peer: 'third' }, 1, 1)).toBe('upload_quota');
    expect(send({ ...share, peer: 'third', address: '192.0.2.1' }, 1, 1)).toBe('taken');
    clock.turn(sentHalfLifeMs);
    expect(send(share, 1_000, 1_000)).toBe('taken');
  });

  it('is taken no faster from one address than it may bring, and as it comes from others', () => {
    const { addressBurstBytes, addressBytesPerSecond, pieceWaitMs } = UPLOAD_LIMITS;
    const shares = new UploadShares(turnedClock());
    const placeOf = (address: string | null) => {
      const begun = shares.begin({ ...share, address }, 0);
      if (!begun.ok) throw new Error(begun.code);
      return begun.place;
    };
    const [one, same, other] = [placeOf(share.address), placeOf(share.address), placeOf('192.0.2.1')];
    expect([one.received(addressBurstBytes), same.received(addressBytesPerSecond / 10)]).toEqual([0, 0]);
    expect(one.received(1)).toBeCloseTo(100);
    expect(other.received(addressBurstBytes)).toBe(0);
    one.received(10 * addressBytesPerSecond);
    expect(same.received(1)).toBeLessThanOrEqual(pieceWaitMs);
    // The address is not counted.
    const uncounted = placeOf(null);
    expect([uncounted.received(2 * addressBytesPerSecond), uncounted.received(1)]).toEqual([0, 0]);
  });

  it('counts at once, so that many uploads at the same moment have one limit', () => {
    const shares = new UploadShares(turnedClock());
    const half = visitorSentBytes / 2;
    expect([half, half, half].map((bytes) => shares.begin(share, bytes).ok)).toEqual([true, true, false]);
  });
});

describe('images', () => {
  it('of very many frames are refused before they are drawn, however small they are', async () => {
    const guest = await server.guest();
    const { imageFrames } = UPLOAD_LIMITS;
    expect((await server.upload(guest, manyFrames(10, 10, imageFrames + 1), 'a.gif')).code).toBe('image_too_large');
    expect((await server.upload(guest, manyFrames(10, 10, 3), 'a.gif')).status).toBe(201);
  });

  it('are drawn in turns: one visitor’s costly ones hold up others for one at most, and another inbox’s for none', async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const process: ImageProcess = {
      draw: ({ from }) =>
        new Promise((resolve) => {
          begun.push(from);
          ends.set(from, () => resolve({ cleaned: { ok: true, width: 1, height: 1, size: 1 }, cpuMs: 100 }));
        }),
      close: () => undefined,
    };
    const clock = turnedClock();
    const images = visitorImages(clock, () => process);
    const send = (from: string, inbox: string, address: string, peer: string) =>
      images.clean({ from, to: 'clean', type: 'image/gif' }, { inbox, address, peer });
    const attack = [1, 2, 3, 4].map((n) => send(`attack ${n}`, 'demo', '192.0.2.66', `bot ${n}`));
    const own = send('own', 'demo', '192.0.2.1', 'visitor 1');
    const other = send('other', 'calm', '192.0.2.2', 'visitor 2');
    await expect.poll(() => begun).toEqual(['attack 1', 'other']);
    clock.turn(5_000);
    for (const [at, next] of ['own', 'attack 2', 'attack 3', 'attack 4'].entries()) {
      ends.get(at === 1 ? 'own' : `attack ${Math.max(1, at)}`)?.();
      await expect.poll(() => begun.at(-1)).toBe(next);
    }
    for (const end of ends.values()) end();
    expect((await Promise.all([...attack, own, other])).every(({ ok }) => ok)).toBe(true);
  });

  it('that take too much processor time are refused, and the next one is drawn', async () => {
    const [images, id] = [imageProcess(systemClock), 'att_00000000000000000000000000000001'];
    const [from, to] = [server.incoming.path(id, 'raw'), server.incoming.path(id, 'clean')];
    // Takes much longer than the process waits until it looks, on any machine.
    writeFileSync(from, manyFrames(200, 200, 500));
    const drawn = await images.draw({ from, to, type: 'image/gif', mostCpuMs: 50 });
    expect(drawn.cleaned).toEqual({ ok: false, code: 'image_too_large' });
    expect(drawn.cpuMs).toBeGreaterThanOrEqual(50);
    writeFileSync(from, await png());
    const next = await images.draw({ from, to, type: 'image/png', mostCpuMs: UPLOAD_LIMITS.imageCpuMs });
    expect(next.cleaned).toMatchObject({ ok: true, width: 10, height: 10 });
    images.close();
  });

  it('cost their visitor and address the time they took, also when they are refused', async () => {
    const clock = turnedClock();
    const costly: ImageProcess = {
      draw: async () => ({ cleaned: { ok: false, code: 'image_too_large' }, cpuMs: UPLOAD_LIMITS.imageCpuMs }),
      close: () => undefined,
    };
    const images = visitorImages(clock, () => costly);
    const clean = async (peer: string, address: string) => {
      const result = await images.clean({ from: 'a', to: 'b', type: 'image/gif' }, { inbox: 'demo', address, peer });
      return result.ok ? 'drawn' : result.code;
    };
    const times = (n: number, peer: string, address: string) =>
      Promise.all(Array.from({ length: n }, () => clean(peer, address)));
    const [drawn, refused] = ['image_too_large', 'rate_limited'];
    expect(await times(4, 'one', 'here')).toEqual([drawn, drawn, refused, refused]);
    expect(await times(3, 'two', 'here')).toEqual([drawn, drawn, refused]);
    expect(await clean('three', 'here')).toBe(refused);
    expect(await clean('three', 'elsewhere')).toBe(drawn);
    clock.turn(60_000);
    expect(await clean('three', 'here')).toBe(drawn);
  });
});
