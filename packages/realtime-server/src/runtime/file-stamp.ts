/** How a file on disk looks from outside: another text after every change that can be noticed without reading it. */
import { statSync } from 'node:fs';

/** `gone` for a file that isn't there, or can't be looked at. Costs a stat. */
export function fileStamp(path: string): string {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(path);
    return `${mtimeMs}:${ctimeMs}:${size}:${ino}`;
  } catch {
    return 'gone';
  }
}
