/**
 * The recorded drawings, stored as text in the repository: a change of the appearance is a change of these lines, which a
 * review shows beside the change that caused it. Each style is written once, under a short name made from its hash.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Drawing, Part } from './drawing.js';

const DRAWINGS = join(import.meta.dirname, 'drawings.txt');
const STYLES = join(import.meta.dirname, 'styles.txt');

const shortName = (style: string): string => createHash('sha256').update(style).digest('hex').slice(0, 6);

/** The recorded drawings by the names of their cells. */
export function readDrawings(): ReadonlyMap<string, Drawing> {
  const recorded = new Map<string, Part[]>();
  if (!existsSync(DRAWINGS)) return recorded;
  const styles = new Map(linesOf(STYLES).map((line) => [line.slice(0, 6), line.slice(7)]));
  let parts: Part[] = [];
  for (const line of linesOf(DRAWINGS)) {
    if (!line.startsWith(' ')) {
      parts = [];
      recorded.set(line, parts);
      continue;
    }
    const [name = '', place = '', style = '', colour = ''] = line.trim().split(' ');
    parts.push({
      name,
      place: place.split(',').map(Number) as unknown as Part['place'],
      style: styles.get(style) ?? '',
      colour,
    });
  }
  return recorded;
}

/** Replaces all recorded drawings. */
export function writeDrawings(drawings: ReadonlyMap<string, Drawing>): void {
  const styles = new Map<string, string>();
  const lines: string[] = [];
  for (const [cell, drawing] of drawings) {
    lines.push(cell);
    for (const { name, place, style, colour } of drawing) {
      styles.set(shortName(style), style);
      lines.push(` ${name} ${place.join(',')} ${shortName(style)} ${colour}`);
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
