/**
 * SHA-256 (FIPS 180-4) of a text, synchronous and without https: `crypto.subtle` has neither. A consent to a tool call is
 * hashed at the click. Own code, because @noble/hashes weighs 2.5 KB (brotli) and this 0.6; a test compares it with Node's.
 */

import { utf8 } from '../message-parts/text/utf-8.js';

const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;

/** The first 64 primes: the constants of the algorithm are the fractions of their roots. */
const PRIMES = ((): readonly number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
})();
const ROUND = PRIMES.map((p) => fraction(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** Lower-case hexadecimal digits of the hash of `text` in UTF-8. */
export function sha256(text: string): string {
  const bytes = utf8(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);

  const hash = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w[i] = view.getInt32(block + i * 4);
        continue;
      }
      const [a, b] = [w[i - 15] as number, w[i - 2] as number];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = ((hash[i] as number) + word) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
