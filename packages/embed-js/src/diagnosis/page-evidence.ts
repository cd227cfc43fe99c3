/** What `ServiceWidget.diagnose()` has observed on its page, before anything is concluded from it. */
import type { FrameReport, ServerReport } from '@service/protocol';

export interface PageEvidence {
  /** The page's origin; `null`, as browsers write it, when it has none. */
  readonly origin: string;
  /** The origin of another site that shows the page in a frame, or what is known of it; null where there is none. */
  readonly outer: string | null;
  readonly online: boolean;
  /** Unix milliseconds, when the server reported its own. */
  readonly now: number;
  /** Version of this very script. */
  readonly script: string;
  /** The errors that the chat has reported, by code; the latest message of each. */
  readonly errors: Readonly<Record<string, string>>;
  /** The chat on the page; null when none was started. */
  readonly chat: ChatEvidence | null;
}

export interface ChatEvidence {
  readonly baseUrl: string;
  readonly inboxId: string;
  readonly containerId: string | null;
  readonly ready: boolean;
  /** The size of its frame, in CSS pixels; null when it is not in the page. */
  readonly place: { readonly width: number; readonly height: number } | null;
  /** The server's answer. `blocked`: by the page's policy, so nothing is known. */
  readonly server: ServerReport | 'answers otherwise' | 'silent' | 'blocked';
  /** The page's policy forbids connections to the server. */
  readonly connectBlocked: boolean;
  /** What a hidden frame did that was inserted as a test: null when the chat's own is ready. */
  readonly probe: 'blocked' | 'hello' | 'silent' | null;
  /** What the frame reports of itself; null when it can't be asked. */
  readonly frame: FrameReport | null;
}

/** The server's report, when it has answered with one. */
export const serverReportOf = (chat: ChatEvidence | null): ServerReport | null =>
  typeof chat?.server === 'object' ? chat.server : null;
