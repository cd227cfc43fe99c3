/** An error that a request or a client can run into. `retry`: the very same request may be sent again. */
export interface ErrorRule {
  readonly retry: boolean;
  /** What happened, and what the reader can do about it. */
  readonly message: string;
}

/** Codes that the frame may report to its page. The frame sends the sentence along, so the page needs the codes only. */
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

export type FrameErrorCode = (typeof FRAME_ERROR_CODES)[number];
