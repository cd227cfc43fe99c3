/**
 * The people who answer and their pictures, from both sides: set over the desk's routes, seen by everyone who knows an id. The
 * pictures are drawn by the real process, the server is a real one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PEOPLE_PATH } from '@service/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PICTURE,
  PICTURE_REFUSALS,
  type PictureRefusal,
} from '../../../dist/http/inbox-api/operators/store-picture.js';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../dist/store/store.js';
import { Postgres } from '../../support/postgres.js';
import { hugePng } from '../uploads/images/huge-png.js';
import { peopleOn } from './picture-server.js';

const UNKNOWN_OPERATOR = 'opr_AAAAAAAAAAAAAAAAAAAAAA';
const SERVED = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'content-disposition': 'attachment; filename="picture.webp"',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
};

const BLUE = { create: { width: 300, height: 200, channels: 3, background: '#1d4ed8' } } as const;
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png'): Promise<Buffer> =>
  sharp(BLUE)
    .withMetadata({ exif: { IFD0: { Copyright: 'SECRET-EXIF' } } })
    .toFormat(format)
    .toBuffer();
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
/** Red, green and blue of a dot, each `much` or little. */
async function colourAt(body: Buffer, left: number, top: number): Promise<string> {
  const dot = await sharp(body).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...dot].map((value) => (value > 127 ? 'x' : '.')).join('');
}

describe('the picture of a person who answers', () => {
  let folder: string;
  let store: OpenStore;
  let people: Awaited<ReturnType<typeof peopleOn>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'service-people-store-'));
    store = await openSqliteStore(folder);
    people = await peopleOn(store);
  });
  afterAll(async () => {
    await people.end();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is drawn anew from a %s as a small square, of which nothing else is left',
    async (format) => {
      const { id } = await people.sit(`Ingrid ${format}`);
      const set = await people.set(id, await picture(format));
      expect([set.status, await people.operatorIn(set)]).toEqual([
        200,
        { id, name: `Ingrid ${format}`, picturedAt: expect.any(Number) },
      ]);
      const seen = await people.see(id);
      expect(Object.fromEntries(seen.headers)).toMatchObject({ ...SERVED, 'content-type': 'image/webp' });
      const body = await bytesOf(seen);
      expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 144, height: 144 });
      expect(body.includes('SECRET-EXIF')).toBe(false);
      expect(await colourAt(body, 72, 72)).toBe('..x');
      expect(people.left()).toEqual([]);
    },
  );

  it('is upright, though the camera was held on its side, and shows the middle of what is too long', async () => {
    const { id } = await people.sit('Kim');
    const stripe = (background: string) =>
      sharp({ create: { width: 100, height: 200, channels: 3, background } })
        .png()
        .toBuffer();
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#00ff00' } })
      .composite([
        { input: await stripe('#ff0000'), left: 0, top: 0 },
        { input: await stripe('#0000ff'), left: 300, top: 0 },
      ])
      // To be turned by a quarter to the right: what is on the left comes to the top.
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await people.set(id, lying)).status).toBe(200);
    const body = await bytesOf(await people.see(id));
    expect(await Promise.all([2, 72, 141].map((y) => colourAt(body, 72, y)))).toEqual(['.x.', '.x.', '.x.']);
    const square = await sharp(lying).autoOrient().resize(200, 200, { fit: 'fill' }).jpeg().toBuffer();
    expect((await people.set(id, square)).status).toBe(200);
    const whole = await bytesOf(await people.see(id));
    expect(await Promise.all([2, 72, 141].map((y) => colourAt(whole, 72, y)))).toEqual(['x..', '.x.', '..x']);
  });

  it('does not move, however many pictures are in the file', async () => {
    const { id } = await people.sit('Lee');
    const frames = Array.from({ length: 30 }, (_, i) => (i === 0 ? '#ff0000' : '#00ff00'));
    const drawn = frames.map((background) => ({
      create: { width: 1_000, height: 1_000, channels: 3 as const, background },
    }));
    const moving = await sharp(await Promise.all(drawn.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    })
      .gif({ delay: frames.map(() => 50) })
      .toBuffer();
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBeGreaterThan(1);
    expect((await people.set(id, moving)).status).toBe(200);
    const body = await bytesOf(await people.see(id));
    expect((await sharp(body, { animated: true }).metadata()).pages ?? 1).toBe(1);
    expect(await colourAt(body, 72, 72)).toBe('x..');
  });

  it('carries nothing of a program that hides in it', async () => {
    const { id } = await people.sit('Mallory');
    const hidden = '<svg onload=alert(1)><script>alert(1)</script>';
    for (const body of [
      Buffer.concat([await picture('jpeg'), Buffer.from(hidden)]),
      Buffer.concat([await picture('gif'), Buffer.from(`/*${hidden}*/`)]),
      await sharp(BLUE)
        .png({ compressionLevel: 0 })
        .withMetadata({ exif: { IFD0: { Artist: hidden } } })
        .toBuffer(),
    ]) {
      expect((await people.set(id, body)).status).toBe(200);
      expect((await bytesOf(await people.see(id))).toString('latin1')).not.toMatch(/<s|alert/);
    }
  });

  const REFUSED: readonly (readonly [string, () => Promise<Buffer> | Buffer | string, PictureRefusal])[] = [
    [
      'a drawing in SVG',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'picture_type',
    ],
    ['a page', () => '<!doctype html><script>alert(1)</script>', 'picture_type'],
    ['a PDF', () => '%PDF-1.7\n', 'picture_type'],
    ['a TIFF', () => sharp(BLUE).tiff().toBuffer(), 'picture_type'],
    ['nothing', () => '', 'picture_type'],
    ['a text that begins like a GIF', () => 'GIF89a=1;alert(1)//', 'picture_unreadable'],
    ['half of a picture', async () => (await picture('jpeg')).subarray(0, 400), 'picture_unreadable'],
    [
      'a PNG that calls itself a JPEG',
      async () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), await picture()]),
      'picture_unreadable',
    ],
    ['one of gigabytes when it is unfolded', () => hugePng(60_000, 60_000), 'picture_too_many_dots'],
    ['a file that is too large', () => Buffer.alloc(PICTURE.bytes + 1, 'x'), 'picture_too_large'],
  ];
  it.each(REFUSED)('is not made of %s, and the one before stays', async (_what, body, code) => {
    const { id } = await people.sit('Careful');
    expect((await people.set(id, await picture())).status).toBe(200);
    const before = await bytesOf(await people.see(id));
    const refused = await people.set(id, await body());
    const { status, message } = PICTURE_REFUSALS[code];
    expect([refused.status, await refused.json()]).toEqual([status, { code, message }]);
    expect((await bytesOf(await people.see(id))).equals(before)).toBe(true);
    expect(people.left()).toEqual([]);
  });

  it('is not waited for to its end when more comes than announced, or nothing was announced', async () => {
    const { id } = await people.sit('Endless');
    const answer = await new Promise<{ readonly status: number | undefined; readonly text: string }>(
      (resolve, reject) => {
        // Without a length, and without an end of its own.
        const request = httpRequest(`${people.origin}/operators/${id}/picture`, { method: 'POST' }, (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode, text }));
        });
        request.on('error', reject);
        for (let i = 0; i <= PICTURE.bytes / 65_536; i++) request.write(Buffer.alloc(65_536, 'x'));
      },
    );
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'picture_too_large']);
    expect((await people.see(id)).status).toBe(204);
    expect(people.left()).toEqual([]);
  });

  it('is asked about each time, answered shortly while it is the same, and gone as soon as it was taken away', async () => {
    const { id } = await people.sit('Nora');
    await people.set(id, await picture());
    const first = await people.see(id);
    const etag = first.headers.get('etag') as string;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await people.see(id, { 'if-none-match': known });
      expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
    }
    await people.set(id, await sharp(BLUE).negate().png().toBuffer());
    const changed = await people.see(id, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect((await people.remove(id)).status).toBe(204);
    expect((await people.see(id, { 'if-none-match': etag })).status).toBe(204);
    expect((await people.sit('Nora')).picturedAt).toBeNull();
  });

  it('tells a stranger nothing of who sits here: no one, someone without one, and no id at all are the same answer', async () => {
    const { id } = await people.sit('Someone');
    const answers = await Promise.all(
      [
        id,
        UNKNOWN_OPERATOR,
        'opr_x',
        'ctc_AAAAAAAAAAAAAAAAAAAAAA',
        '..%2f..%2fetc',
        '%00',
        `${id}'--`,
        'x'.repeat(2_000),
      ].map(async (asked) => {
        const response = await people.see(asked);
        const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
        return { status: response.status, headers, body: await response.text() };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 204, headers: SERVED, body: '' });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    for (const list of ['', '/', `/${id}/`, `/${id}/picture`])
      expect((await fetch(`${people.origin}${PEOPLE_PATH}${list}`)).status, list).toBe(404);
  });

  it('is no program’s to set', async () => {
    const refusal = [403, { code: 'FORBIDDEN', message: 'Sign in: a key has no picture of its own.' }];
    for (const response of [
      await people.set(UNKNOWN_OPERATOR, await picture()),
      await people.remove(UNKNOWN_OPERATOR),
      await fetch(`${people.origin}/operators/${UNKNOWN_OPERATOR}`),
    ])
      expect([response.status, await response.json()]).toEqual(refusal);
  });
});

describe('on two nodes', () => {
  it('a person is the same person, and a picture set at one is seen, changed and gone at the other', async () => {
    const postgres = await Postgres.start();
    const url = await postgres.newDatabase();
    const stores = [await openPostgresStore(url), await openPostgresStore(url)] as const;
    const [one, other] = [await peopleOn(stores[0]), await peopleOn(stores[1])];
    try {
      const both = await Promise.all([one.sit('Ingrid'), other.sit('Ingrid')]);
      expect(both[0].id).toBe(both[1].id);
      const { id } = both[0];
      await one.set(id, await picture());
      const seen = [await one.see(id), await other.see(id)] as const;
      expect(seen.map(({ status }) => status)).toEqual([200, 200]);
      expect(seen[0].headers.get('etag')).toBe(seen[1].headers.get('etag'));
      expect((await bytesOf(seen[0])).equals(await bytesOf(seen[1]))).toBe(true);
      await other.remove(id);
      expect((await one.see(id)).status).toBe(204);
    } finally {
      for (const node of [one, other]) await node.end();
      for (const store of stores) await store.close();
      await postgres.dispose();
    }
  }, 60_000);
});
