/**
 * Re-encodes an image: decoded to pixels and encoded again as the same type. Nothing else of the file survives: no metadata
 * (EXIF, XMP), no thumbnail, no data behind the image's end. Only the four decoders that are needed are enabled. Runs in a
 * process of its own, see `cleaning-process.ts`.
 */
import { type AttachmentType, FILE_LIMITS } from '@service/protocol';
import sharp from 'sharp';
import { UPLOAD_LIMITS } from '../limits/upload-limits.js';

export type ImageType = Extract<AttachmentType, `image/${string}`>;

export type Cleaned =
  | { readonly ok: true; readonly width: number; readonly height: number; readonly size: number }
  | { readonly ok: false; readonly code: 'file_unreadable' | 'image_too_large' };

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
sharp.cache(false);
sharp.concurrency(1);

/** Types that may be animated, and stay so. */
const MOVES: readonly ImageType[] = ['image/gif', 'image/webp'];
const FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const satisfies Record<ImageType, string>;

/**
 * Reads `from`, writes `to`. The number of frames and of pixels is checked before anything is decoded. `square`: as a still WebP of this width
 * and height, cropped at both ends.
 */
export async function cleanImage(from: string, to: string, type: ImageType, square?: number): Promise<Cleaned> {
  try {
    const animated = MOVES.includes(type) && square === undefined;
    const image = sharp(from, { animated, failOn: 'error', limitInputPixels: false });
    const { format, width, height, pages = 1, pageHeight = height } = await image.metadata();
    // The decoder must agree with the first bytes.
    if (format !== FORMATS[type]) return { ok: false, code: 'file_unreadable' };
    // For a still image of an animation only the first frame is decoded.
    const frames = animated ? pages : 1;
    if (frames > UPLOAD_LIMITS.imageFrames || width * pageHeight * frames > UPLOAD_LIMITS.imagePixels)
      return { ok: false, code: 'image_too_large' };
    // The orientation is in the metadata, which is dropped: rotate now.
    const upright = animated && pages > 1 ? image : image.autoOrient();
    const drawn =
      square === undefined
        ? upright.toFormat(FORMATS[type])
        : upright.resize(square, square, { fit: 'cover' }).webp({ quality: 82 });
    const made = await drawn.toFile(to);
    if (made.size > FILE_LIMITS.attachmentBytes) return { ok: false, code: 'image_too_large' };
    return { ok: true, width: made.width, height: made.pageHeight ?? made.height, size: made.size };
  } catch {
    return { ok: false, code: 'file_unreadable' };
  }
}
