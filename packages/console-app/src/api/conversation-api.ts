/** The inbox API's conversations. */
import {
  type Attachment,
  type AttachmentLink,
  FILE_NAME_HEADER,
  type Handler,
  type LogEvent,
  type PageInfo,
  type Part,
  type UserContext,
} from '@service/protocol';
import { isSearch, type ListChoice } from '../console/address.js';
import { type ApiResult, json, request } from './request.js';

/** Who took a conversation over last. */
export interface Taker {
  /** As in {@link Operator}. */
  readonly id: string;
  readonly name?: string | null;
}

/** A conversation in a list. */
export interface ListedConversation {
  readonly id: string;
  readonly inbox: string;
  /** As its team calls it. */
  readonly inboxName: string;
  readonly handler: Handler;
  readonly head: number;
  /** The person it is with; null: it waits. */
  readonly takenBy: Taker | null;
  /** The number of the last event that anyone of the team has seen. */
  readonly seen: number;
  /** The visitor's latest words, and their number. */
  readonly preview: { readonly seq: number; readonly text: string; readonly at: number } | null;
  /** The last words of a visitor, an agent or a person. */
  readonly lastWords: LastWords | null;
  /** When its latest event was; Unix milliseconds. */
  readonly activeAt: number;
  /** What a search found; null: the visitor's name and email have all the words, or there was no search. */
  readonly found: FoundWords | null;
  /** Null: not known. */
  readonly visitorName: string | null;
  readonly visitorEmail: string | null;
  /** Whether the site has signed who the visitor is, and with that the name. */
  readonly isVisitorVerified: boolean;
  readonly isBlocked: boolean;
}

export interface LastWords {
  readonly text: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly by: 'visitor' | 'ai' | 'human';
  readonly name: string | null;
}

export interface FoundWords extends Pick<LastWords, 'at' | 'by'> {
  readonly excerpt: string;
  /** Where the words are in it, [from, to). */
  readonly marks: readonly (readonly [number, number])[];
  readonly name?: string;
}

/** How many wait for a person and are with one, up to 1,000 of each. */
export interface HandoffCounts {
  readonly waiting: number;
  readonly taken: number;
}

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  /** For the next page; null: there is none. */
  readonly next: string | null;
  /** With a first page. */
  readonly counts?: HandoffCounts;
  /** Of a search that has gone through a part: to this time, in Unix milliseconds. */
  readonly searchedTo?: number | null;
}

export interface NamedInbox {
  readonly id: string;
  readonly name: string;
}

/** A contact from whom the team takes no messages. */
export interface ContactBlock {
  readonly id: string;
  readonly inbox: string;
  /** The one in which it was blocked. */
  readonly conversation: string;
  /** Who blocked it. */
  readonly name: string;
  readonly reason: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Until then, new visitors of the same address are refused as well. */
  readonly addressUntil: number | null;
  /** When it was taken back, and by whom; null while it is in force. */
  readonly ended: { readonly at: number; readonly name: string } | null;
}

export interface ListedBlock extends ContactBlock {
  /** As the inbox's team calls it. */
  readonly inboxName: string;
}

export interface KnownVisitor {
  /** Signed by the site; null: it has not signed who this is. */
  readonly visitor: {
    /** The site's own id of the visitor. */
    readonly subject: string;
    readonly profile: {
      readonly name?: string;
      readonly email?: string;
      readonly emailVerified?: boolean;
      readonly attrs?: Readonly<Record<string, string | number | boolean>>;
    };
  } | null;
  /** Unproven: what the page says of its visitor. */
  readonly claimed: UserContext | null;
  /** Unproven: the page that the visitor was on last. */
  readonly page: Partial<PageInfo> | null;
  readonly blocked: ContactBlock | null;
}

export interface LogPage extends KnownVisitor {
  readonly conversation: { readonly handler: Handler; readonly head: number };
  readonly events: readonly LogEvent[];
  readonly typing: boolean;
}

/** What a person does in a conversation. Each appends an event to its log, under an id of its own. */
export type MemberAction = 'take' | 'messages' | 'give-back' | 'close';

export interface ActionRequest {
  readonly clientId: string;
  readonly text?: string;
  readonly parts?: readonly Part[];
  /** Ids of uploaded files. */
  readonly attachments?: readonly string[];
}

export interface BlockBody {
  readonly reason?: string;
  readonly addressDays?: number;
}

export interface BlockPage {
  readonly blocks: readonly ListedBlock[];
  /** Null: this is the last page. */
  readonly next: number | null;
}

export interface ConversationApi {
  /** The queues of all inboxes, in turns. */
  waiting(signal?: AbortSignal): Promise<ApiResult<Omit<ConversationPage, 'next'>>>;
  /** `after`: the `next` of the page before; null: the first page. */
  list(choice: ListChoice, after: string | null, signal: AbortSignal): Promise<ApiResult<ConversationPage>>;
  /** Those whose conversations the person may see. */
  inboxes(): Promise<ApiResult<{ readonly inboxes: readonly NamedInbox[] }>>;
  /** Resolves when there is an event after `after`, or after a while without one. */
  follow(id: string, after: number, signal: AbortSignal): Promise<ApiResult<LogPage>>;
  act(id: string, action: MemberAction, body: ActionRequest): Promise<ApiResult<unknown>>;
  /** Blocks the contact of the conversation. */
  block(id: string, body: BlockBody): Promise<ApiResult<{ readonly blocked: ContactBlock }>>;
  unblock(id: string, body: BlockBody): Promise<ApiResult<unknown>>;
  /** Of all inboxes, the newest first. `before`: the `next` of the page before; null: the first page. */
  blocks(before: number | null): Promise<ApiResult<BlockPage>>;
  /** A fresh address of a message's file: those in the log expire after a few minutes. */
  link(id: string, file: string): Promise<ApiResult<AttachmentLink>>;
  /** Stores a file for a message that is sent within a day. */
  upload(id: string, file: File, signal: AbortSignal): Promise<ApiResult<{ readonly attachment: Attachment }>>;
  /** Notifies the visitor that a person is typing. May be lost. */
  typing(id: string): void;
}

const UNREACHABLE = 'The server can’t be reached. Trying again…';

export function createConversationApi(): ConversationApi {
  const ask = <T>(path: string, init: RequestInit = {}): Promise<ApiResult<T>> =>
    request(`/conversations${path}`, init, UNREACHABLE);
  return {
    waiting: (signal) => ask('', { ...(signal && { signal }) }),
    list: (choice, after, signal) => {
      const { view, inbox, words } = choice;
      const chosen = { view, ...(inbox !== null && { inbox }), ...(isSearch(choice) && { q: words }) };
      return ask(`?${new URLSearchParams({ ...chosen, ...(after !== null && { after }) })}`, { signal });
    },
    inboxes: () => request('/inboxes', {}, UNREACHABLE),
    follow: (id, after, signal) => ask(`/${id}/events?after=${after}`, { signal }),
    act: (id, action, body) => ask(`/${id}/${action}`, json(body)),
    block: (id, body) => ask(`/${id}/block`, json(body)),
    unblock: (id, body) => ask(`/${id}/unblock`, json(body)),
    blocks: (before) => request(before === null ? '/blocks' : `/blocks?before=${before}`, {}, UNREACHABLE),
    link: (id, file) => ask(`/${id}/files/${file}/link`),
    upload: (id, file, signal) =>
      ask(`/${id}/files`, {
        ...{ method: 'POST', body: file, signal },
        headers: { [FILE_NAME_HEADER]: encodeURIComponent(file.name) },
      }),
    typing: (id) => void ask(`/${id}/typing`, json({})),
  };
}
