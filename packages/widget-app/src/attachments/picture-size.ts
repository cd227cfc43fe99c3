/** How large a file is drawn in the transcript. Known before the file is, so that nothing moves when it comes. */
import type { MessageFile } from '@service/embed-headless/core';
import { isImage } from '@service/protocol';

/** Longest side of a picture, and the height of any other file's line, in CSS pixels. */
const LONGEST = 240;
const LINE = 46;
const GAP = 8;

/** Null for what is no picture, or one whose size isn't known yet. */
export function pictureSize({ type, width, height }: MessageFile): { width: number; height: number } | null {
  if (!isImage(type) || !width || !height) return null;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Of all files of a message together. */
export function heightOfFiles(files: readonly MessageFile[]): number {
  return files.reduce((sum, file) => sum + (pictureSize(file)?.height ?? LINE), GAP * (files.length - 1));
}
