/**
 * A font in which every character is the same block, and a space is empty. Fonts differ between machines, and with them line
 * breaks and heights; in this font the chat has the same measures wherever Chromium runs. It is built here from its OpenType
 * tables, so that no machine has to install it.
 */
const UNITS_PER_EM = 1_000;
const ADVANCE = 500;
const ASCENT = 900;
const DESCENT = 250;
/** Left, bottom, right, top. */
const BLOCK = [50, 0, 450, 520] as const;
/** Glyph 0 is for missing characters, then the block and the space. */
const [BLOCK_GLYPH, SPACE_GLYPH, GLYPHS] = [1, 2, 3];
/** The first and last character of a range, and its glyph. */
const RANGES = [
  [0x20, 0x20, SPACE_GLYPH],
  [0x21, 0x9f, BLOCK_GLYPH],
  [0xa0, 0xa0, SPACE_GLYPH],
  [0xa1, 0x10ffff, BLOCK_GLYPH],
] as const;

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * at);
  return bytes;
};
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * at);
  return bytes;
};
const bytes = Buffer.concat;

/** The block: one contour with four corners. */
function outline(): Buffer {
  const [left, bottom, right, top] = BLOCK;
  const corners = [
    [left, bottom],
    [0, top - bottom],
    [right - left, 0],
    [0, bottom - top],
  ] as const;
  const flags = Buffer.alloc(corners.length, 1);
  return bytes([
    u16(1, left, bottom, right, top, corners.length - 1, 0),
    flags,
    u16(...corners.map(([x]) => x)),
    u16(...corners.map(([, y]) => y)),
  ]);
}

function tables(): Readonly<Record<string, Buffer>> {
  const glyph = outline();
  const name = Buffer.from('Blocks', 'utf16le').swap16();
  const names = [1, 2, 4, 6].map((id) => u16(3, 1, 0x409, id, name.length, 0));
  const metrics = Array.from({ length: GLYPHS }, () => u16(ADVANCE, 0));
  return {
    'OS/2': bytes([
      u16(4, ADVANCE, 400, 5, 0, ...Array(10).fill(100), 0),
      Buffer.alloc(10),
      u32(0, 0, 0, 0),
      Buffer.from('NONE'),
      u16(0x40, 0x20, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
      u32(0, 0),
      u16(BLOCK[3], BLOCK[3], 0, 0x20, 1),
    ]),
    // Format 13: many characters, one glyph.
    cmap: bytes([
      u16(0, 1, 3, 10),
      u32(12),
      u16(13, 0),
      u32(16 + 12 * RANGES.length, 0, RANGES.length, ...RANGES.flat()),
    ]),
    glyf: glyph,
    head: bytes([
      u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      u16(0, UNITS_PER_EM),
      u32(0, 0, 0, 0),
      u16(...BLOCK, 0, 8, 2, 1, 0),
    ]),
    hhea: bytes([u32(0x10000), u16(ASCENT, -DESCENT, 0, ADVANCE, 0, 0, ADVANCE, 1, ...Array(7).fill(0), GLYPHS)]),
    hmtx: bytes(metrics),
    loca: u32(0, 0, glyph.length, glyph.length),
    maxp: bytes([u32(0x10000), u16(GLYPHS, 4, 1, 0, 0, 1, ...Array(8).fill(0))]),
    name: bytes([u16(0, names.length, 6 + 12 * names.length), ...names, name]),
    post: u32(0x30000, 0, 0, 1, 0, 0, 0, 0),
  };
}

const padded = (table: Buffer): Buffer => bytes([table, Buffer.alloc(-table.length & 3)]);
function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** The bytes of the font file. */
export function blocksFont(): Buffer {
  const all = Object.entries(tables());
  const power = 2 ** Math.floor(Math.log2(all.length));
  let place = 12 + 16 * all.length;
  let head = 0;
  const directory = [u32(0x10000), u16(all.length, 16 * power, Math.log2(power), 16 * (all.length - power))];
  for (const [tag, table] of all) {
    if (tag === 'head') head = place;
    directory.push(Buffer.from(tag), u32(checksum(padded(table)), place, table.length));
    place += padded(table).length;
  }
  const font = bytes([...directory, ...all.map(([, table]) => padded(table))]);
  // The checksum of the whole font is stored inside the font, computed with zero in its place.
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, head + 8);
  return font;
}
