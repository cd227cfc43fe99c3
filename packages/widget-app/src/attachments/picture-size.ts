/** The size of a file in the transcript. Known before the file has loaded, so that nothing moves then. */
import type { MessageFile } from '@service/embed-headless/core';
import { isImage } from '@service/protocol';

/** The longest side of a picture, and the height of any other file. CSS pixels. */
const LONGEST_SIDE = 240;
const FILE_HEIGHT = 46;
const GAP = 8;

/** Null for files that are not pictures, and while the size isn't known. */
export function pictureSize({ type, width, height }: MessageFile): { width: number; height: number } | null {
  if (!isImage(type) || !width || !height) return null;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Of all files of a message together. */
export function heightOfFiles(files: readonly MessageFile[]): number {
  return files.reduce((sum, file) => sum + (pictureSize(file)?.height ?? FILE_HEIGHT), GAP * (files.length - 1));
}
