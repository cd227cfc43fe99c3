/**
 * What the words of a language mean, as numbers: words that mean nearly the same lie near each other. Made by
 * scripts/maintenance/build-word-table.mjs, which says from what; knows single words only, and nothing of any inbox.
 */

export interface WordTable {
  /** Every word of the language, as it is written, and its stem; the more usual ones first. */
  readonly forms: ReadonlyMap<string, string>;
  has(stem: string): boolean;
  /** How near two stems are: 1 for the same, about 0 for two that have nothing to do with each other, or aren't known. */
  nearness(a: string, b: string): number;
  /** Adds a stem's vector to a sum of such. */
  addTo(sum: Float32Array, stem: string, weight: number): void;
  readonly dimensions: number;
  /** How many stems are used more often; null for one that isn't known. */
  place(stem: string): number | null;
}

const NEWLINE = 0x0a;

/** @throws when the bytes are not such a table. */
export function readWordTable(bytes: Uint8Array): WordTable {
  const decoder = new TextDecoder();
  const first = bytes.indexOf(NEWLINE);
  const { stems, dimensions } = JSON.parse(decoder.decode(bytes.subarray(0, first))) as Record<string, number>;
  if (!stems || !dimensions) throw new Error('a table of words begins with the numbers of its stems and dimensions');
  const from = bytes.length - stems * dimensions;
  const vectors = new Int8Array(bytes.buffer, bytes.byteOffset + from, stems * dimensions);
  const rows = new Map<string, number>();
  const forms = new Map<string, string>();
  for (const line of decoder.decode(bytes.subarray(first + 1, from - 1)).split('\n')) {
    const [stem, ...words] = line.split(' ') as [string, ...string[]];
    rows.set(stem, rows.size);
    for (const word of words) forms.set(word, stem);
  }
  if (rows.size !== stems) throw new Error(`a table of ${stems} stems has lines for ${rows.size}`);
  const lengths = Float32Array.from({ length: stems }, (_, row) => lengthOf(vectors, row * dimensions, dimensions));

  return {
    forms,
    dimensions,
    has: (stem) => rows.has(stem),
    place: (stem) => rows.get(stem) ?? null,
    nearness(a, b) {
      if (a === b) return 1;
      const [x, y] = [rows.get(a), rows.get(b)];
      if (x === undefined || y === undefined) return 0;
      let sum = 0;
      for (let i = 0; i < dimensions; i++) {
        sum += (vectors[x * dimensions + i] as number) * (vectors[y * dimensions + i] as number);
      }
      return sum / ((lengths[x] as number) * (lengths[y] as number));
    },
    addTo(sum, stem, weight) {
      const row = rows.get(stem);
      if (row === undefined) return;
      const scale = weight / (lengths[row] as number);
      for (let i = 0; i < dimensions; i++) {
        sum[i] = (sum[i] as number) + scale * (vectors[row * dimensions + i] as number);
      }
    },
  };
}

function lengthOf(vectors: Int8Array, from: number, dimensions: number): number {
  let sum = 0;
  for (let i = from; i < from + dimensions; i++) sum += (vectors[i] as number) ** 2;
  return Math.sqrt(sum) || 1;
}
