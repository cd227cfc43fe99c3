/**
 * An inbox's public settings for a screen of one's own: the saved theme, the business's words, the published consent. A
 * request of its own, so it is never made by the client: before a required consent, only the page decides about it.
 */
import { INBOX_UNAVAILABLE, inboxPath, type PublicInbox, SERVER_UNREACHABLE } from '@service/protocol';

/** Which inbox, and where. */
export interface InboxAddress {
  /** Which inbox. */
  readonly inboxId: string;
  /** Origin of the server, `https://chat.example.com`. */
  readonly baseUrl: string;
}

/** Why the settings could not be read. `retry`: the same request may work in a moment. */
export class InboxNotLoaded extends Error {
  /** Tells it from other errors. */
  override readonly name = 'InboxNotLoaded';

  constructor(
    /** For a program; `message` says what to do. */
    readonly code: 'inbox_unavailable' | 'server_unreachable',
    { message, retry }: { readonly message: string; readonly retry: boolean },
  ) {
    super(message);
    this.retry = retry;
  }

  /** The same request may work in a moment. */
  readonly retry: boolean;
}

/**
 * Asks the server once, without cookies. Rejects with `InboxNotLoaded`: the inbox is unknown or does not allow this page's
 * origin, or nothing sensible answered. Rejects with the signal's reason when `signal` aborts.
 */
export async function loadInbox({ inboxId, baseUrl }: InboxAddress, signal?: AbortSignal): Promise<PublicInbox> {
  const response = await fetch(new URL(inboxPath(inboxId), baseUrl), {
    credentials: 'omit',
    signal: signal ?? null,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new InboxNotLoaded('server_unreachable', SERVER_UNREACHABLE);
  });
  if (response.status === 404) throw new InboxNotLoaded('inbox_unavailable', INBOX_UNAVAILABLE);
  const inbox = (await response.json().catch(() => null)) as PublicInbox | null;
  if (inbox?.id !== inboxId) throw new InboxNotLoaded('server_unreachable', SERVER_UNREACHABLE);
  return inbox;
}
