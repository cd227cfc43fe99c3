/** Files from strangers that are no pictures: what is taken in, as what and under which name. */
import { FILE_LIMITS } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName } from '../../../dist/http/uploads/file-name.js';
import { HTML, nothingIsLeft, PDF, picture, SVG } from './file-samples.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

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
    await nothingIsLeft(server, guest);
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
