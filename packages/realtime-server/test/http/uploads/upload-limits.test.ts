/** Uploads that are too large, broken off, or sent to a server in trouble. */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { UPLOAD_LIMITS } from '../../../src/http/uploads/limits/upload-limits.js';
import { DISK_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';
import { nothingIsLeft } from './file-samples.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

describe('the size of a file', () => {
  it('U8: is measured, not believed', async () => {
    const head = (length: string) =>
      `POST ${UPLOADS_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${guest.token}\r\nX-File-Name: a.txt\r\n${length}\r\n\r\n`;
    // More than allowed, announced: nothing of it is read.
    expect(
      await server.raw(`${head(`Connection: close\r\nContent-Length: ${FILE_LIMITS.attachmentBytes + 1}`)}`),
    ).toContain('"code":"file_too_large"');
    // In pieces, without saying how much will come.
    const piece = 'x'.repeat(1024 * 1024);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    expect(
      await server.raw(head('Connection: close\r\nTransfer-Encoding: chunked'), (write) => {
        for (let i = 0; i < 11; i++) write(chunk);
        write('0\r\n\r\n');
      }),
    ).toMatch(/413[\s\S]*"code":"file_too_large"/);
    // Announced as little: the rest is not part of the file, and no request either.
    await server.raw(head('Connection: close\r\nContent-Length: 5'), (write) => write(`hello${'x'.repeat(100_000)}`));
    await expect.poll(() => server.filesOnDisk().filter((path) => readFileSync(path, 'utf8') !== 'hello')).toEqual([]);
  });

  it('U7: may be the most that is allowed, and not nothing', async () => {
    const most = 'x'.repeat(FILE_LIMITS.attachmentBytes);
    expect(await server.upload(guest, most, 'most.txt')).toMatchObject({ status: 201 });
    expect(await server.upload(guest, `${most}x`, 'more.txt')).toMatchObject({ status: 413, code: 'file_too_large' });
    expect(await server.upload(guest, '', 'empty.txt')).toMatchObject({ status: 400, code: 'file_empty' });
    expect(server.filesOnDisk()).toHaveLength(1);
  });

  it('counts for the day: a visitor who has sent very much waits, others don’t', async () => {
    const ten = 'x'.repeat(FILE_LIMITS.attachmentBytes);
    for (let i = 0; i < 5; i++) expect((await server.upload(guest, ten, `${i}.txt`)).status).toBe(201);
    expect(await server.upload(guest, 'one more', 'a.txt')).toMatchObject({ status: 429, code: 'upload_quota' });
    expect((await server.upload(await server.guest(), 'from someone else', 'a.txt')).status).toBe(201);
    server.pass(24 * 3_600_000 + 1);
    expect((await server.upload(guest, 'next day', 'a.txt')).status).toBe(201);
  });
});

describe('an upload that is broken off', () => {
  it('U7: leaves nothing behind', async () => {
    let hangUp = (): void => undefined;
    const ended = server.raw(
      `POST ${UPLOADS_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${guest.token}\r\nX-File-Name: a.txt\r\nContent-Length: 1000000\r\n\r\nhalf of it`,
      (_write, hang) => {
        hangUp = hang;
      },
    );
    await expect.poll(() => server.filesOnDisk().length).toBe(1);
    hangUp();
    await ended;
    await expect.poll(() => server.filesOnDisk().length).toBe(0);
    await nothingIsLeft(server, guest);
    expect(server.errors).toEqual([]);
  });

  const { uploadStallBytes, uploadStallMs, uploadStallBusyMs } = UPLOAD_LIMITS;
  it.each([
    ['silent', [], uploadStallMs, false, 'broken-off'],
    ['one byte at a time', [1, 1, 1, 1], uploadStallMs, false, 'broken-off'],
    ['slow, but no slower than the slowest lines', [uploadStallBytes], uploadStallMs - 1, false, 'received'],
    ['as slow while few places are left', [1, 1, 1, 1], uploadStallBusyMs, true, 'broken-off'],
    ['faster than that', [uploadStallBytes, uploadStallBytes], uploadStallBusyMs - 1, true, 'received'],
  ])('is one that was %s', async (_how, chunks, pauseMs, isHurried, kind) => {
    const clock = turnedClock();
    const folder = server.incoming.path('x', 'raw').replace(/x\.raw$/, '');
    const from = new PassThrough();
    let size = 0;
    const place = {
      isHurried: () => isHurried,
      received(bytes: number) {
        size += bytes;
        return 0;
      },
    };
    const received = incomingFiles(folder, clock).receive(from, `${folder}slow`, FILE_LIMITS.attachmentBytes, place);
    await expect.poll(() => clock.waiting).toBe(1);
    let sent = 0;
    for (const bytes of chunks) {
      from.write(Buffer.alloc(bytes));
      sent += bytes;
      await expect.poll(() => size).toBe(sent);
    }
    clock.turn(pauseMs);
    if (kind === 'received') from.end();
    expect((await received).kind).toBe(kind);
    expect(clock.waiting).toBe(0);
  });

  it('is not one whose pieces have to wait', async () => {
    const clock = turnedClock();
    const folder = server.incoming.path('x', 'raw').replace(/x\.raw$/, '');
    const from = new PassThrough();
    const place = { isHurried: () => true, received: () => 500 };
    const received = incomingFiles(folder, clock).receive(from, `${folder}paced`, FILE_LIMITS.attachmentBytes, place);
    await expect.poll(() => clock.waiting).toBe(1);
    from.end(Buffer.alloc(uploadStallBytes));
    await expect.poll(() => clock.waiting).toBe(2);
    clock.turn(500);
    expect(await received).toMatchObject({ kind: 'received', size: uploadStallBytes });
    expect(clock.waiting).toBe(0);
  });
});

describe('a server in trouble', () => {
  it('takes no files when its disk is nearly full, and leaves the rest of it to conversations', async () => {
    server.fill(DISK_LIMITS.uploads.bytes);
    expect(await server.upload(guest, 'text', 'a.txt')).toMatchObject({ status: 503, code: 'store_unavailable' });
    server.fill(DISK_LIMITS.uploads.bytes + 1_000);
    expect(await server.upload(guest, 'text', 'a.txt')).toMatchObject({ status: 201 });
  });

  it('takes no files when it is about to end: another node will', async () => {
    server.leave();
    expect(await server.upload(guest, 'text', 'a.txt')).toMatchObject({ status: 503, code: 'busy' });
  });

  it('asks to come back when a file can’t be written, and keeps no part of it', async () => {
    server.files.save = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect(await server.upload(guest, 'text', 'a.txt')).toMatchObject({ status: 500, code: 'internal' });
    expect(server.filesOnDisk()).toEqual([]);
    expect(server.errors.splice(0)).toMatchObject([{ code: 'ENOSPC' }]);
  });
});
