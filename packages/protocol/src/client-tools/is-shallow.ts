import { FRAME_LIMITS } from '../limits.js';

/**
 * Whether a JSON text nests no deeper than `maxDepth` and has no more than `maxNodes` values. One pass over the text, before
 * it is parsed: a few kilobytes of brackets parse well and then overflow every recursive function.
 */
export function isShallow(
  text: string,
  maxDepth: number = FRAME_LIMITS.jsonDepth,
  maxNodes: number = FRAME_LIMITS.jsonNodes,
): boolean {
  let depth = 0;
  let nodes = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 0x5c) i++;
      else if (code === 0x22) inString = false;
      continue;
    }
    if (code === 0x22) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return false;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c || code === 0x3a) {
      nodes += 1;
      if (nodes > maxNodes) return false;
    }
  }
  return true;
}
