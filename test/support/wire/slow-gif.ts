/** A GIF that is small and slow to draw. */

/**
 * An animation of `frames` frames of 10 × 10 dots, each with its own picture; about 136 bytes each. Decoding costs by frame,
 * so a file far below every limit of bytes and dots takes minutes.
 */
export function slowGif(frames: number): Buffer {
  const head = Buffer.from('GIF89a\u000a\u0000\u000a\u0000\u00f7\u0000\u0000', 'latin1');
  const colours = Buffer.from(Array.from({ length: 768 }, (_, i) => (i * 89) & 255));
  const loop = Buffer.from('!\u00ff\u000bNETSCAPE2.0\u0003\u0001\u0000\u0000\u0000', 'latin1');
  const pictures = [0, 1, 2, 3].map(frame);
  const all = Array.from({ length: frames }, (_, i) => pictures[i % pictures.length] as Buffer);
  return Buffer.concat([head, colours, loop, ...all, Buffer.from(';')]);
}

/** LZW with codes of 9 bits that are never packed: 256 clears the table, 257 ends. */
function frame(seed: number): Buffer {
  const codes = [256, ...Array.from({ length: 100 }, (_, i) => (i * 7 + seed * 13) & 255), 257];
  const bits = codes.flatMap((code) => Array.from({ length: 9 }, (_, bit) => (code >> bit) & 1));
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) bytes[at >> 3] = (bytes[at >> 3] as number) | (bit << (at & 7));
  const control = [0x21, 0xf9, 4, 4, 1, 0, 0, 0];
  const place = [0x2c, 0, 0, 0, 0, 10, 0, 10, 0, 0];
  return Buffer.concat([Buffer.from([...control, ...place, 8, bytes.length]), bytes, Buffer.from([0])]);
}
