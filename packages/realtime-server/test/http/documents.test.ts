/** Documents that are made for a request: compressed once, and never so many that it holds the others up. */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentEncoder } from '../../dist/http/files/encoding.js';
import { HTTP_LIMITS } from '../../src/runtime/limits.js';

const document = (at: number): string => `<!doctype html><title>${at}</title>${'<p>text</p>'.repeat(1_000)}`;

describe('a document', () => {
  it('is compressed once, however often it is asked for', async () => {
    const encode = documentEncoder();
    const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => encode(document(1), 'br')));
    expect(brotliDecompressSync(first as Buffer).toString()).toBe(document(1));
    for (const other of [...others, await encode(document(1), 'br')]) expect(other).toBe(first);
  });

  it('is sent as it is while others are in compression', async () => {
    const encode = documentEncoder();
    const all = await Promise.all(Array.from({ length: 200 }, (_, at) => encode(document(at), 'br')));
    expect(all.filter((body) => body !== null)).toHaveLength(HTTP_LIMITS.documentsAtOnce);
    expect(await encode(document(1_000), 'br')).not.toBeNull();
  });

  it('is forgotten when so many others were asked for since', async () => {
    const encode = documentEncoder();
    const first = await encode(document(0), 'gzip');
    const second = await encode(document(1), 'gzip');
    for (let at = 2; at <= HTTP_LIMITS.documents; at++) {
      await encode(document(at), 'gzip');
      expect(await encode(document(0), 'gzip')).toBe(first);
    }
    expect(await encode(document(1), 'gzip')).not.toBe(second);
  });
});
