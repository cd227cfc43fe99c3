/** The desk's API as functions. Nothing throws: what went wrong is a value that says whether trying again makes sense. */
import type { AttachmentLink, Handler, LogEvent, Part } from '@service/protocol';

export interface WaitingConversation {
  readonly id: string;
  readonly inbox: string;
  readonly handler: Handler;
  readonly head: number;
  readonly preview: { readonly text: string; readonly at: number } | null;
}

export interface Followed {
  readonly conversation: { readonly handler: Handler; readonly head: number };
  readonly events: readonly LogEvent[];
  readonly typing: boolean;
}

/** What a person does in a conversation. Each is an append to its log, under an id of its own. */
export type Deed = 'take' | 'messages' | 'give-back' | 'close';

export interface DeedRequest {
  readonly clientId: string;
  readonly name: string;
  readonly operator?: string;
  readonly text?: string;
  readonly parts?: readonly Part[];
}

export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  /** `away`: nobody answered, the same again may work. */
  | { readonly ok: false; readonly why: 'unauthorized' | 'refused' | 'away'; readonly message: string };

export interface Desk {
  waiting(signal?: AbortSignal): Promise<Reply<{ readonly conversations: readonly WaitingConversation[] }>>;
  /** Resolves when there is something after `after`, or after a while with nothing. */
  follow(id: string, after: number, signal: AbortSignal): Promise<Reply<Followed>>;
  act(id: string, deed: Deed, request: DeedRequest): Promise<Reply<unknown>>;
  /** A fresh way to a file of a message: those in the log are good for a few minutes. */
  link(id: string, file: string): Promise<Reply<AttachmentLink>>;
  /** Lets the visitor know that somebody writes. Nobody minds when it is lost. */
  typing(id: string, who: { readonly name: string; readonly operator?: string }): void;
}

const AWAY = 'The server can’t be reached. It is tried again.';

export function openDesk(key: string): Desk {
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<Reply<T>> => {
    try {
      const response = await fetch(`/api/desk/conversations${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, ...(init.body != null && { 'content-type': 'application/json' }) },
      });
      if (response.status === 204) return { ok: true, value: undefined as T };
      const body = (await response.json()) as T & { message?: string };
      if (response.ok) return { ok: true, value: body };
      if (response.status >= 500) return { ok: false, why: 'away', message: AWAY };
      return { ok: false, why: response.status === 401 ? 'unauthorized' : 'refused', message: body.message ?? AWAY };
    } catch {
      return { ok: false, why: 'away', message: AWAY };
    }
  };
  const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
  return {
    waiting: (signal) => ask('', { ...(signal && { signal }) }),
    follow: (id, after, signal) => ask(`/${id}/events?after=${after}`, { signal }),
    act: (id, deed, request) => ask(`/${id}/${deed}`, post(request)),
    link: (id, file) => ask(`/${id}/files/${file}/link`),
    typing: (id, who) => void ask(`/${id}/typing`, post(who)),
  };
}
