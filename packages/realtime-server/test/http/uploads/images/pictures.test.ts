/** Pictures from strangers: drawn anew, or refused. */
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HTML, nothingIsLeft, picture } from '../file-samples.js';
import { type Guest, serveUploads, type UploadServer } from '../upload-server.js';
import { hugePng } from './huge-png.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

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
    await nothingIsLeft(server, guest);
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
    await nothingIsLeft(server, guest);
    expect((await server.upload(guest, whole, 'whole.png')).status).toBe(201);
  });
});
