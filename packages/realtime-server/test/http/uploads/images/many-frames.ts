/** A GIF with so many frames of one colour each, in few bytes. */
export function manyFrames(width: number, height: number, frames: number): Buffer {
  const u16 = (value: number): number[] => [value & 255, value >> 8];
  const screen = [...Buffer.from('GIF89a', 'latin1'), ...u16(width), ...u16(height), 0x80, 0, 0];
  const colours = [0x20, 0x40, 0xb0, 0xb0, 0x40, 0x20];
  // Of one dot, somewhere: the encoder goes over the whole picture all the same.
  const frame = (at: number): number[] => [
    ...[0x21, 0xf9, 4, 4, 1, 0, 0, 0],
    ...[0x2c, ...u16(at % width), ...u16(at % height), 1, 0, 1, 0, 0],
    // Codes of three bits: clear, the first or second colour, the end.
    ...[2, 2, 0x44 | ((at % 2) << 3), 1, 0],
  ];
  return Buffer.from([...screen, ...colours, ...Array.from({ length: frames }, (_, at) => frame(at)).flat(), 0x3b]);
}
