import { INBOX_UNAVAILABLE, inboxPath, type PublicInbox, SERVER_UNREACHABLE } from '@service/protocol';

/** An inbox on a server. */
export interface InboxAddress {
  /** The inbox's id. */
  readonly inboxId: string;
  /** Origin of the server, `https://chat.example.com`. */
  readonly baseUrl: string;
}

/** The settings could not be loaded. */
export class InboxNotLoaded extends Error {
  /** Always this name. */
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
 * Loads saved theme, texts and published consent of an inbox, without cookies. The client never does this by itself: before a
 * required consent, the page decides.
 * @throws InboxNotLoaded the inbox is unknown, does not allow this page's origin, or there was no valid answer
 * @throws the signal's reason when `signal` aborts
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
