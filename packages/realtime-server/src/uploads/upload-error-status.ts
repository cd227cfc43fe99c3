/** How HTTP says what is wrong with a file; the same for visitors and for people at the desk. */
import type { RequestErrorCode } from '@service/protocol';

export const UPLOAD_ERROR_STATUS = {
  file_empty: 400,
  file_too_large: 413,
  file_type: 415,
  file_unreadable: 422,
  image_too_large: 422,
  upload_quota: 429,
} as const satisfies Partial<Record<RequestErrorCode, number>>;
