/** The codes that a frame may tell its page, on their own: the page's first script carries the sentences of its own codes only. */

/** What the frame finds out, and says in full: the page needs to know these by name only. */
export const FRAME_ERROR_CODES = [
  'config_invalid',
  'call_invalid',
  'inbox_unavailable',
  'consent_required',
  'message_failed',
  'part_unavailable',
  'storage_unavailable',
  'identity_invalid',
  'identity_expired',
  'identity_replayed',
  'identity_required',
  'identity_unavailable',
] as const;
