/** Uploads that are almost right: files of every type with parts of them changed, and requests that don't keep their word. */
import { crc32, deflateSync } from 'node:zlib';
import { FILE_NAME_HEADER, UPLOADS_PATH } from '@service/protocol';
import type { SeededRandom } from '../../../support/runs/seeded.js';
import { slowGif } from '../../../support/wire/slow-gif.js';
import { damaged } from './hostile-requests.js';

const NAMES = ['a.png', 'a.jpg', 'a.gif', 'a.webp', 'a.pdf', 'a.txt', 'a.csv', 'a.html', 'a', '', '..%2f..%2fa.png'];
const ODD_NAMES = ['%', '%00.txt', 'a%0d%0aX: 1.txt', `${'%e2%80%ae'.repeat(50)}.txt`, `${'n'.repeat(3_000)}.txt`];
const SIZES = [0, 1, 10, 255, 65_535, 30_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];

const FILES: readonly ((chance: SeededRandom) => Buffer)[] = [
  (chance) => png(chance, chance.between(1, 40), chance.between(1, 40)),
  // Announces a size that its bytes don't have.
  (chance) => png(chance, chance.pick(SIZES), chance.pick(SIZES)),
  (chance) => slowGif(chance.between(0, 60)),
  (chance) => riff(chance),
  (chance) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), noise(chance, 400)]),
  (chance) => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(chance, 2_000)]),
  (chance) =>
    Buffer.from(
      chance.pick(['word ', '退', '=cmd|x,', '\u0000', '\ufeff<svg onload=x>']).repeat(chance.between(0, 300)),
    ),
  (chance) => noise(chance, chance.between(0, 3_000)),
];

/** One or two uploads of a visitor in one connection, or questions for a link and a file. */
export function hostileUpload(chance: SeededRandom, token: string): Buffer {
  const count = chance.fraction() < 0.15 ? 2 : 1;
  return Buffer.concat(Array.from({ length: count }, () => oneUpload(chance, token)));
}

function oneUpload(chance: SeededRandom, token: string): Buffer {
  if (chance.fraction() < 0.1) return Buffer.from(fileRequest(chance, token), 'latin1');
  const file = changed(chance, chance.pick(FILES)(chance));
  const name = chance.fraction() < 0.8 ? chance.pick(NAMES) : chance.pick(ODD_NAMES);
  const headers = [
    `POST ${UPLOADS_PATH} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${chance.fraction() < 0.95 ? token : token.slice(0, -1)}`,
    `${FILE_NAME_HEADER}: ${name}`,
  ];
  if (chance.fraction() < 0.1) headers.push('Expect: 100-continue');
  if (chance.fraction() < 0.1) headers.push('Content-Encoding: gzip');
  const body = chance.fraction() < 0.25 ? chunked(chance, file) : file;
  const length = chance.fraction() < 0.85 ? file.length : chance.pick([0, 1, file.length + 9, 2e10, -1]);
  headers.push(body === file ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked');
  const whole = Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
  return chance.fraction() < 0.85 ? whole : damaged(chance, whole);
}

function fileRequest(chance: SeededRandom, token: string): string {
  const id = `att_${'0'.repeat(chance.pick([0, 21, 22, 500]))}`;
  const path = chance.pick([`/${id}/link`, `/${id}?e=${chance.pick(['1', '9e99', ''])}&s=${'x'.repeat(43)}`, `/${id}`]);
  return `GET ${UPLOADS_PATH}${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nRange: bytes=5-2\r\n\r\n`;
}

/** In pieces, with wrong lengths now and then. */
function chunked(chance: SeededRandom, file: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const piece = file.subarray(at, at + chance.between(1, 1_500));
    at += piece.length;
    const length = chance.fraction() < 0.98 ? piece.length : chance.between(0, 5_000);
    pieces.push(Buffer.from(`${length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
  }
  if (chance.fraction() < 0.9) pieces.push(Buffer.from('0\r\n\r\n'));
  return Buffer.concat(pieces);
}

/** Bytes changed, cut off, doubled, or followed by others. */
function changed(chance: SeededRandom, file: Buffer): Buffer {
  const dice = chance.fraction();
  if (dice < 0.3) return file;
  if (dice < 0.6) return damaged(chance, Buffer.from(file));
  const cut = chance.between(0, file.length);
  if (dice < 0.75) return file.subarray(0, cut);
  if (dice < 0.9)
    return Buffer.concat([file.subarray(0, cut), noise(chance, chance.between(0, 40)), file.subarray(cut)]);
  return Buffer.concat([file, Buffer.from(chance.pick(['<script>alert(1)</script>', '\u0000', 'GIF89a', '%PDF-1.4']))]);
}

function png(chance: SeededRandom, width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([chance.pick([1, 2, 4, 8, 16, 3]), chance.pick([0, 2, 3, 4, 6, 7]), 0, 0, chance.pick([0, 0, 1, 9])], 8);
  const dots = Buffer.alloc(Math.min(width * 4 + 1, 200) * Math.min(height, 60), chance.between(0, 4));
  const text = chance.fraction() < 0.3 ? [chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb()]))] : [];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...text,
    chunk(chance.fraction() < 0.95 ? 'IDAT' : 'fdAT', deflateSync(dots)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Unfolds into a thousand times its size. */
const bomb = (): Buffer => deflateSync(Buffer.alloc(1_000_000));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function riff(chance: SeededRandom): Buffer {
  const data = noise(chance, chance.between(0, 300));
  const head = Buffer.from(`RIFF....WEBP${chance.pick(['VP8 ', 'VP8L', 'VP8X', 'ANIM'])}....`, 'latin1');
  head.writeUInt32LE(chance.pick([data.length + 12, 0, 0xffffffff]), 4);
  head.writeUInt32LE(chance.pick([data.length, 0, 0x7fffffff]), 16);
  return Buffer.concat([head, data]);
}

const noise = (chance: SeededRandom, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => chance.between(0, 255)));
