/** What was seen on a page before anything is concluded from it. */
import type { FrameReport, ServerReport } from '@service/protocol';

export interface Evidence {
  /** The page's origin; `null`, as browsers write it, when it has none. */
  readonly origin: string;
  readonly online: boolean;
  /** Unix milliseconds, when the server said its own. */
  readonly now: number;
  /** Version of this very script. */
  readonly script: string;
  /** What the chat has reported, by code; the latest of each. */
  readonly said: Readonly<Record<string, string>>;
  /** The chat on the page; null when none was started. */
  readonly chat: ChatEvidence | null;
}

export interface ChatEvidence {
  readonly baseUrl: string;
  readonly inboxId: string;
  readonly containerId: string | null;
  readonly ready: boolean;
  /** The place of its frame, in CSS pixels; null when it is not in the page. */
  readonly place: { readonly width: number; readonly height: number } | null;
  /** What became of the question to the server. `blocked`: by the page's policy, so nothing is known. */
  readonly server: ServerReport | 'answers otherwise' | 'silent' | 'blocked';
  /** The page's policy forbids connections to the server. */
  readonly connectBlocked: boolean;
  /** What became of a frame that was put up to see: null when the chat's own is ready. */
  readonly probe: 'blocked' | 'said hello' | 'silent' | null;
  /** What the frame says of itself; null when it can't be asked. */
  readonly frame: FrameReport | null;
}
