/**
 * The drawings that are kept in the repository, as text: a change of the look is a change of these lines, and can be read in
 * a review beside the change that made it. Styles are written once, under a short name made of what they say.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing, Part } from './drawing.js';

const DRAWINGS = join(import.meta.dirname, 'drawings.txt');
const STYLES = join(import.meta.dirname, 'styles.txt');

const shortName = (style: string): string => createHash('sha256').update(style).digest('hex').slice(0, 6);

/** By the names of the cells. */
export function readDrawings(): ReadonlyMap<string, Drawing> {
  const kept = new Map<string, Part[]>();
  if (!existsSync(DRAWINGS)) return kept;
  const styles = new Map(linesOf(STYLES).map((line) => [line.slice(0, 6), line.slice(7)]));
  let parts: Part[] = [];
  for (const line of linesOf(DRAWINGS)) {
    if (!line.startsWith(' ')) {
      parts = [];
      kept.set(line, parts);
      continue;
    }
    const [name = '', place = '', style = '', looks = ''] = line.trim().split(' ');
    parts.push({
      name,
      place: place.split(',').map(Number) as unknown as Part['place'],
      style: styles.get(style) ?? '',
      looks,
    });
  }
  return kept;
}

/** In place of all that was kept. */
export function keepDrawings(drawings: ReadonlyMap<string, Drawing>): void {
  const styles = new Map<string, string>();
  const lines: string[] = [];
  for (const [cell, drawing] of drawings) {
    lines.push(cell);
    for (const { name, place, style, looks } of drawing) {
      styles.set(shortName(style), style);
      lines.push(` ${name} ${place.join(',')} ${shortName(style)} ${looks}`);
    }
  }
  writeFileSync(DRAWINGS, `${lines.join('\n')}\n`);
  writeFileSync(
    STYLES,
    `${[...styles]
      .map(([name, style]) => `${name} ${style}`)
      .sort()
      .join('\n')}\n`,
  );
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);
