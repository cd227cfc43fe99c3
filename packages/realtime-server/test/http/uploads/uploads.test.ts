/** Files from strangers: what is taken in, as what, how it comes out again, and what is refused with which words. */
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { type AttachmentLink, FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName } from '../../../dist/http/uploads/file-name.js';
import { incomingFiles } from '../../../dist/http/uploads/incoming-files.js';
import { removeUnusedFiles } from '../../../dist/http/uploads/remove-unused-files.js';
import { SESSION_LIMITS } from '../../../src/conversation/sessions/session-lifetime.js';
import { DISK_LIMITS, UPLOAD_LIMITS } from '../../../src/runtime/limits.js';
import { KEY } from '../../identity/sign-token.js';
import { turnedClock } from '../../support/manual-clock.js';
import { hugePng } from './huge-png.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#b04020' } });
const HTML = '<!doctype html><script>alert(document.domain)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const PDF = '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF';
const nothingIsLeft = async () => {
  expect(server.filesOnDisk()).toEqual([]);
  expect(await server.store.uploadedSince('demo', guest.contact.id, 0)).toEqual({ contact: 0, inbox: 0 });
};

describe('a picture', () => {
  it('is drawn anew: shown in place, without where and with what it was taken, the right way up', async () => {
    const taken = await picture(40, 30)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'CANARY-CAMERA' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- CANARY-XMP --></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(taken.includes('CANARY-CAMERA')).toBe(true);
    const { status, attachment } = await server.upload(guest, taken, 'Urlaub am Meer.JPG');
    expect(status).toBe(201);
    expect(attachment).toMatchObject({ name: 'Urlaub am Meer.jpg', type: 'image/jpeg', width: 30, height: 40 });

    const served = await server.open(guest, attachment.id);
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="Urlaub am Meer.jpg"; filename*=UTF-8''Urlaub%20am%20Meer.jpg`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, no-store',
    });
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.length).toBe(attachment.size);
    expect(bytes.includes('CANARY')).toBe(false);
    const { exif, xmp, format } = await sharp(bytes).metadata();
    expect({ exif, xmp, format }).toEqual({ exif: undefined, xmp: undefined, format: 'jpeg' });
  });

  it('that moves still moves', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { status, attachment } = await server.upload(guest, gif, 'dance.gif');
    expect({ status, ...attachment }).toMatchObject({ status: 201, type: 'image/gif', width: 8, height: 8 });
    const bytes = Buffer.from(await (await server.open(guest, attachment.id)).arrayBuffer());
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
  });

  it('U3: loses the program that hides behind its end', async () => {
    const gif = Buffer.concat([await picture().gif().toBuffer(), Buffer.from(`/*${HTML}*/=1;alert(1)`)]);
    const { status, attachment } = await server.upload(guest, gif, 'polyglot.gif', { 'content-type': 'text/html' });
    expect({ status, type: attachment.type }).toEqual({ status: 201, type: 'image/gif' });
    const bytes = Buffer.from(await (await server.open(guest, attachment.id)).arrayBuffer());
    expect(bytes.includes('alert')).toBe(false);
  });

  it('U9: is refused before it is decoded when it unfolds into too many dots', async () => {
    const { code, status } = await server.upload(guest, hugePng(10_000, 10_000), 'bomb.png');
    expect({ code, status }).toEqual({ code: 'image_too_large', status: 422 });
    // Many frames are many dots, too.
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 3_000, height: 3_000, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ effort: 1, dither: 0 })
      .toBuffer();
    expect((await server.upload(guest, gif, 'long.gif')).code).toBe('image_too_large');
    await nothingIsLeft();
  });

  it('is refused when it is damaged, and the next one is taken', async () => {
    const whole = await picture(400, 300).png().toBuffer();
    expect(await server.upload(guest, whole.subarray(0, whole.length / 2), 'half.png')).toMatchObject({
      status: 422,
      code: 'file_unreadable',
    });
    expect((await server.upload(guest, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'head.png')).code).toBe(
      'file_unreadable',
    );
    await nothingIsLeft();
    expect((await server.upload(guest, whole, 'whole.png')).status).toBe(201);
  });
});

describe('a file that is no picture', () => {
  it('U4, U12: is only ever saved, under its name, and can run nowhere', async () => {
    const { status, attachment } = await server.upload(guest, PDF, 'Rechnung №1.pdf');
    expect({ status, ...attachment }).toMatchObject({ status: 201, type: 'application/pdf', name: 'Rechnung №1.pdf' });
    const served = await server.open(guest, attachment.id);
    expect(await served.text()).toBe(PDF);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-disposition': `attachment; filename="Rechnung _1.pdf"; filename*=UTF-8''Rechnung%20%E2%84%961.pdf`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    });
  });

  it('is a text when it is called one, whatever is in it', async () => {
    for (const text of [HTML, SVG, 'Grüße, 世界']) {
      const { status, attachment } = await server.upload(guest, text, 'notes.txt', { 'content-type': 'text/html' });
      expect({ status, type: attachment.type }).toEqual({ status: 201, type: 'text/plain' });
      const served = await server.open(guest, attachment.id);
      expect(served.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(served.headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  const refused: [string, Buffer | string, string][] = [
    ['U1: a page under the name of a picture', HTML, 'photo.png'],
    ['U1: a page', HTML, 'page.html'],
    ['U2: a drawing that can run', SVG, 'drawing.svg'],
    ['U2: a drawing under the name of a picture', SVG, 'photo.png'],
    ['U2: a drawing with an XML head', `<?xml version="1.0"?>${SVG}`, 'photo.jpg'],
    ['U9: an archive, as which office files come', Buffer.from('PK\x03\x04zip bomb', 'latin1'), 'report.docx'],
    ['a program called a text', Buffer.from('MZ\x90\x00\x03\x00', 'latin1'), 'readme.txt'],
    ['letters that are not UTF-8', Buffer.from([0x66, 0xfc, 0x72]), 'latin1.txt'],
    ['a character cut in half', Buffer.from('Grüße').subarray(0, 3), 'cut.txt'],
    ['a PDF that begins as something else', `GARBAGE${PDF}`, 'odd.pdf'],
    ['a picture of a kind that we can’t clean', Buffer.from('II*\x00\x08\x00\x00\x00', 'latin1'), 'scan.tiff'],
    ['a film', Buffer.from('\x00\x00\x00\x18ftypmp42', 'latin1'), 'film.png'],
  ];
  it.each(refused)('%s is refused', async (_what, body, name) => {
    expect(await server.upload(guest, body, name, { 'content-type': 'image/png' })).toMatchObject({
      status: 415,
      code: 'file_type',
    });
    await nothingIsLeft();
  });
});

describe('the name of a file', () => {
  it.each([
    ['a.png.html', 'image/png', 'a.png.html.png'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['photo.JPEG', 'image/jpeg', 'photo.jpeg'],
    ['../../etc/passwd', 'text/plain', 'passwd.txt'],
    ['C:\\Users\\me\\x.pdf', 'application/pdf', 'x.pdf'],
    ['invoice\u202egpj.exe', 'image/png', 'invoicegpj.exe.png'],
    ['a\r\nSet-Cookie: x=1.png', 'image/png', 'aSet-Cookie_ x=1.png'],
    ['CON', 'text/plain', '_CON.txt'],
    ['nul.txt', 'text/plain', '_nul.txt'],
    ['', 'image/png', 'file.png'],
    ['...', 'image/png', 'file.png'],
    ['.png', 'image/png', 'png.png'],
    ['\ud800', 'image/png', 'file.png'],
    ['\u{e0061}\u200b', 'image/png', 'file.png'],
    ['e\u0301te\u0301.png', 'image/png', 'été.png'],
    ['<img src=x onerror=alert(1)>.png', 'image/png', '_img src=x onerror=alert(1)_.png'],
  ] as const)('U5, U6: %j of type %s becomes %j', (given, type, name) => {
    expect(fileName(given, type)).toBe(name);
  });

  it('U6: keeps whole characters when it is cut', () => {
    const name = fileName(`${'a'.repeat(95)}😀😀😀`, 'text/plain');
    expect(name.length).toBeLessThanOrEqual(FILE_LIMITS.attachmentNameLength);
    expect(name).not.toMatch(/\p{Cs}/u);
  });

  it('U6: reaches the server as it was written, or as it came when it can’t be read', async () => {
    const png = await picture().png().toBuffer();
    expect((await server.upload(guest, png, '写真 ☀️.png')).attachment.name).toBe('写真 ☀️.png');
    const broken = await server.upload(guest, png, '', { 'x-file-name': '%E0%A4%A.png' });
    expect(broken.attachment.name).toBe('_E0_A4_A.png');
    expect((await server.upload(guest, png, '../../../../tmp/evil.png')).attachment.name).toBe('evil.png');
    const long = (await server.upload(guest, Buffer.from('words'), `${'退'.repeat(400)}.txt`)).attachment;
    expect([long.type, long.name]).toEqual(['text/plain', `${'退'.repeat(96)}.txt`]);
    for (const path of server.filesOnDisk()) expect(path).toMatch(/uploads\/kept\/..\/att_[\w-]{32}$/);
  });
});

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
    await nothingIsLeft();
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
});

describe('who may upload', () => {
  const expectRefused = async (token: string | null, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.origin}${UPLOADS_PATH}`, {
      method: 'POST',
      headers: { ...(token !== null && { authorization: token }), 'x-file-name': 'a.txt', ...headers },
      body: 'hello',
    });
    expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({
      status: 401,
      code: 'forbidden',
    });
    await nothingIsLeft();
  };

  it('U10: is a visitor with a session, and no one else', async () => {
    await expectRefused(null);
    await expectRefused('');
    await expectRefused(`Bearer cws_${'A'.repeat(43)}`);
    await expectRefused(`Bearer ${guest.token.slice(0, -1)}`);
    await expectRefused(guest.token);
    await expectRefused(`Basic ${guest.token}`);
    const inUrl = await fetch(`${server.origin}${UPLOADS_PATH}?session=${guest.token}`, { method: 'POST', body: 'x' });
    expect(inUrl.status).toBe(401);
  });

  it('is no one whose session is over, or who has not agreed where that is asked', async () => {
    const strict = await server.guest('strict', 'http://strict.test');
    await expectRefused(`Bearer ${strict.token}`);
    await expectRefused(`Bearer ${(await server.guest('gone')).token}`);
    await expectRefused(`Bearer ${(await server.guest('demo', 'http://no-longer.test')).token}`);
    server.pass((SESSION_LIMITS.sessionIdleDays + 1) * 86_400_000);
    await expectRefused(`Bearer ${guest.token}`);
  });

  it('is no one whom an inbox for signed-in visitors does not know, and no one any more once their key is revoked', async () => {
    await expectRefused(`Bearer ${(await server.guest('members')).token}`);
    const kim = await server.guest('members', 'http://shop.test', 'kim');
    const { status, attachment } = await server.upload(kim, 'hi', 'a.txt');
    expect(status).toBe(201);
    server.keys([{ ...KEY, revokedAt: new Date(0).toISOString() }]);
    expect((await server.upload(kim, 'hi', 'a.txt')).status).toBe(401);
    expect((await server.link(kim, attachment.id)).status).toBe(401);
  });

  it('is no page that the inbox does not list, also with a stolen token', async () => {
    const token = `Bearer ${guest.token}`;
    for (const origin of ['http://evil.test', 'null', 'http://shop.test.evil.test', 'http://strict.test'])
      await expectRefused(token, { origin });
    expect((await server.upload(guest, 'hi', 'a.txt', { origin: 'http://shop.test' })).status).toBe(201);
    expect((await server.upload(guest, 'hi', 'a.txt', { origin: server.origin })).status).toBe(201);
  });

  it('is asked for by browsers beforehand, and only listed origins hear yes', async () => {
    const ask = (origin: string) =>
      fetch(`${server.origin}${UPLOADS_PATH}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const yes = await ask('http://shop.test');
    expect(yes.status).toBe(204);
    expect(yes.headers.get('access-control-allow-origin')).toBe('http://shop.test');
    expect(yes.headers.get('access-control-allow-headers')).toBe('authorization, content-type, x-file-name');
    expect(yes.headers.get('access-control-allow-credentials')).toBeNull();
    const no = await ask('http://evil.test');
    expect({ status: no.status, allowed: no.headers.get('access-control-allow-origin') }).toEqual({
      status: 403,
      allowed: null,
    });
  });

  it('is asked to come back when the server has too much to do', async () => {
    server.overload(2);
    expect(await server.upload(guest, 'hi', 'a.txt')).toMatchObject({ status: 503, code: 'busy' });
    server.overload(0);
    expect((await server.upload(guest, 'hi', 'a.txt')).status).toBe(201);
  });
});

describe('a link to a file', () => {
  it('U11: is given to who uploaded it, and to no one else', async () => {
    const { attachment } = await server.upload(guest, 'secret', 'a.txt');
    const link = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    expect(link.url).not.toContain(guest.token);
    const stranger = await server.guest();
    for (const id of [attachment.id, `att_${'0'.repeat(32)}`, '..%2f..%2flink.key', 'constructor'])
      expect((await server.link(stranger, id)).status).toBe(404);
    expect((await fetch(`${server.origin}${UPLOADS_PATH}/${attachment.id}/link`)).status).toBe(401);
  });

  it('U11: opens one file, for five minutes, and nothing when a letter of it is changed', async () => {
    const { attachment } = await server.upload(guest, 'one', 'a.txt');
    const other = (await server.upload(guest, 'two', 'b.txt')).attachment;
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const open = async (changed: string) => (await fetch(new URL(changed, server.origin))).status;
    expect(await open(url)).toBe(200);
    expect(await open(url.replace(attachment.id, other.id))).toBe(404);
    expect(await open(url.replace(/e=\d/, 'e=9'))).toBe(404);
    expect(await open(url.replace(/s=../, 's=AA'))).toBe(404);
    expect(await open(`${UPLOADS_PATH}/${attachment.id}`)).toBe(404);
    expect(await open(`${UPLOADS_PATH}/..%2F..%2Fservice.db?e=1&s=1`)).toBe(404);
    server.pass(FILE_LIMITS.attachmentLinkMs + 1);
    expect(await open(url)).toBe(404);
  });

  it('leaves no file open when only its head is asked for, or when who reads it goes away', async () => {
    const { attachment } = await server.upload(guest, 'x'.repeat(5_000_000), 'a.txt');
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const opened = () => openFiles().filter((path) => path.includes(attachment.id)).length;
    for (let i = 0; i < 20; i += 1) {
      const head = await fetch(new URL(url, server.origin), { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe('5000000');
    }
    const leaving = new AbortController();
    const { body } = await fetch(new URL(url, server.origin), { signal: leaving.signal });
    await body?.getReader().read();
    leaving.abort();
    await expect.poll(opened).toBe(0);
  });

  it('leaves no file open when who asked has gone while it was opened', async () => {
    const { attachment } = await server.upload(guest, 'text', 'a.txt');
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const leaving = new AbortController();
    const read = server.files.read;
    // Held, or the collector would close what no one has.
    const found: NonNullable<Awaited<ReturnType<typeof read>>>[] = [];
    server.files.read = async (id) => {
      const file = await read(id);
      if (file) found.push(file);
      const gone = server.goneWhoAsked();
      leaving.abort();
      await gone;
      return file;
    };
    await expect(fetch(new URL(url, server.origin), { signal: leaving.signal })).rejects.toThrow('aborted');
    await expect.poll(() => found.map(({ body }) => body.closed)).toEqual([true]);
  });

  it('is given to the visitor for what a person of the business sent into their conversation, and no sooner', async () => {
    const id = `att_${'1'.repeat(32)}`;
    const attachment = { id, name: 'offer.txt', type: 'text/plain', size: 5 } as const;
    const quota = { since: 0, contactBytes: 100, inboxBytes: 100 };
    const owner = { session: null, conversation: guest.conversation };
    await server.store.addAttachment({ attachment, inbox: 'demo', contact: 'desk', owner, at: 1, quota });
    expect((await server.link(guest, id)).status).toBe(404);
    const person = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    const offer = { kind: 'message', text: 'Our offer', attachments: [id] } as const;
    expect(await server.append(guest.conversation, person, 'client-0001', offer)).toMatchObject({ ok: true });
    expect((await server.link(guest, id)).status).toBe(200);
    expect((await server.link(await server.guest(), id)).status).toBe(404);
  });
});

describe('a message with files', () => {
  const send = (by: Guest, clientId: string, ...attachments: string[]) =>
    server.append(by.conversation, by.contact, clientId, { kind: 'message', text: '', attachments });

  it('U10: is in the log with what the server knows of them', async () => {
    const { attachment } = await server.upload(guest, PDF, 'bill.pdf');
    expect(await send(guest, 'client-0001', attachment.id)).toMatchObject({ ok: true, seq: 1 });
    expect(await server.store.eventsAfter(guest.conversation, 0, 10)).toMatchObject([
      { body: { kind: 'message', text: '', attachments: [attachment] } },
    ]);
    expect(await send(guest, 'client-0001', attachment.id)).toMatchObject({ ok: true, seq: 1, duplicate: true });
    expect(await send(guest, 'client-0002', attachment.id)).toEqual({ ok: false, code: 'file_gone' });
  });

  it('U10: can’t name another visitor’s file, and learns nothing by trying', async () => {
    const { attachment } = await server.upload(guest, PDF, 'bill.pdf');
    const stranger = await server.guest();
    expect(await send(stranger, 'client-0001', attachment.id)).toEqual({ ok: false, code: 'file_gone' });
    expect(await send(stranger, 'client-0002', `att_${'0'.repeat(32)}`)).toEqual({ ok: false, code: 'file_gone' });
    expect((await server.store.conversation(stranger.conversation))?.head).toBe(0);
    expect(await send(guest, 'client-0003', attachment.id)).toMatchObject({ ok: true });
  });
});

describe('files that no one sent', () => {
  it('U11: are removed after a day; sent ones stay', async () => {
    const sent = (await server.upload(guest, 'sent', 'a.txt')).attachment;
    await server.append(guest.conversation, guest.contact, 'client-0001', {
      kind: 'message',
      text: 'see',
      attachments: [sent.id],
    });
    const left = (await server.upload(guest, 'left', 'b.txt')).attachment;
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toHaveLength(2);
    server.pass(UPLOAD_LIMITS.unattachedHours * 3_600_000 + 1);
    const link = (await (await server.link(guest, left.id)).json()) as AttachmentLink;
    await removeUnusedFiles(server);
    expect(server.filesOnDisk().map((path) => readFileSync(path, 'utf8'))).toEqual(['sent']);
    expect((await fetch(new URL(link.url, server.origin))).status).toBe(404);
    expect((await server.open(guest, sent.id)).status).toBe(200);
  });

  it('are removed also when a sweep stopped between the bytes and the row', async () => {
    const { attachment } = await server.upload(guest, 'left', 'a.txt');
    server.pass(UPLOAD_LIMITS.unattachedHours * 3_600_000 + 1);
    const failing = { ...server.store, deleteAttachments: () => Promise.reject(new Error('The power is gone.')) };
    await expect(removeUnusedFiles({ ...server, store: failing })).rejects.toThrow('power');
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toEqual([]);
    expect(await server.store.discardAttachments(0, 0, 10)).toEqual([]);
    expect((await server.link(guest, attachment.id)).status).toBe(404);
  });

  it('leave nothing of what a dead server had half taken in', async () => {
    writeFileSync(server.incoming.path(`att_${'0'.repeat(32)}`, 'raw'), 'half');
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toHaveLength(1);
    server.pass(2 * 3_600_000);
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toEqual([]);
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

/** Paths that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
