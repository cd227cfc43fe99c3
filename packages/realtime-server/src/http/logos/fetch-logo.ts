/**
 * Fetches a logo from the operator's address, by a pinned request. Its type is decided by its first bytes, and it is
 * re-encoded like visitors' images. SVG and HTML are refused.
 */
import { writeFile } from 'node:fs/promises';
import {
  DESTINATION_PROBLEMS,
  DestinationError,
  type DestinationProblem,
  parseDestination,
} from '../../outgoing/destination.js';
import { type Network, sendPinned } from '../../outgoing/pinned-request.js';
import { typeByHead } from '../uploads/file-type.js';
import type { ImageType } from '../uploads/images/clean-image.js';
import type { ImageCleaner } from '../uploads/images/image-cleaner.js';

export const LOGO_LIMITS = { bytes: 262_144, side: 1_024, deadlineMs: 10_000 } as const;

/** Why there is no logo, for the operator's log. */
const LOGO_REFUSALS = {
  logo_type: 'It is not a PNG, JPEG, WebP or GIF picture.',
  logo_unreadable: 'The picture is broken.',
  logo_too_wide: `The picture is wider or higher than ${LOGO_LIMITS.side} dots. Make it smaller.`,
  logo_busy: 'Too many pictures wait to be drawn. It is tried again.',
} as const;
const REFUSAL_OF = {
  busy: 'logo_busy',
  rate_limited: 'logo_busy',
  image_too_large: 'logo_too_wide',
  file_unreadable: 'logo_unreadable',
} as const;
export type LogoRefusal = keyof typeof LOGO_REFUSALS | DestinationProblem;

export function logoRefusalMessage(reason: LogoRefusal): string {
  const words = { ...DESTINATION_PROBLEMS, ...LOGO_REFUSALS }[reason];
  return `the logo can’t be shown: ${words}`;
}

export type FetchedLogo =
  | { readonly ok: true; readonly type: ImageType }
  | { readonly ok: false; readonly reason: LogoRefusal };

export interface LogoSource {
  readonly cleaner: Pick<ImageCleaner, 'clean'>;
  readonly network?: Network;
}

/** Writes the image to `to`; `draft` is a temporary file beside it. The caller removes both when it is refused. */
export async function fetchLogo(
  { cleaner, network }: LogoSource,
  address: string,
  draft: string,
  to: string,
): Promise<FetchedLogo> {
  const no = (reason: LogoRefusal): FetchedLogo => ({ ok: false, reason });
  const read = parseDestination(address);
  if (!read.ok) return no(read.code);
  try {
    const { status, body } = await sendPinned(
      read.destination,
      {
        method: 'GET',
        headers: { Accept: 'image/png, image/jpeg, image/webp, image/gif', 'User-Agent': 'service-chat' },
        deadlineMs: LOGO_LIMITS.deadlineMs,
        mostBytes: LOGO_LIMITS.bytes,
      },
      network,
    );
    if (status !== 200) return no('destination_status');
    const type = typeByHead(body, '');
    if (!isImageType(type)) return no('logo_type');
    await writeFile(draft, body, { mode: 0o600 });
    const share = { inbox: 'logos', address: null, peer: address };
    const cleaned = await cleaner.clean({ from: draft, to, type }, share);
    if (!cleaned.ok) return no(REFUSAL_OF[cleaned.code]);
    const { side } = LOGO_LIMITS;
    return cleaned.width > side || cleaned.height > side ? no('logo_too_wide') : { ok: true, type };
  } catch (error) {
    if (error instanceof DestinationError) return no(error.code);
    throw error;
  }
}

const isImageType = (type: string | null): type is ImageType => type?.startsWith('image/') ?? false;
