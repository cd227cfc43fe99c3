/**
 * What a person has decided and the server hasn't confirmed: in order, one request at a time. Each action keeps the id it
 * was made with, so a retry can't run it twice. Pure; the effects are in use-outbox.ts.
 */
import type { Attachment, Part } from '@service/protocol';
import type { MemberAction } from '../api/conversation-api.js';

export interface PendingAction {
  readonly clientId: string;
  readonly conversation: string;
  readonly action: MemberAction;
  /** The account that decided it: another one never sends it. */
  readonly account: string;
  readonly text?: string;
  readonly parts?: readonly Part[];
  readonly attachments?: readonly Attachment[];
  /** Why the server refused it; null while it may still succeed. */
  readonly refused: string | null;
}

export type Outbox = readonly PendingAction[];

export const enqueue = (outbox: Outbox, action: Omit<PendingAction, 'refused'>): Outbox => [
  ...outbox,
  { ...action, refused: null },
];
export const remove = (outbox: Outbox, clientId: string): Outbox => outbox.filter((each) => each.clientId !== clientId);
export const markRefused = (outbox: Outbox, clientId: string, message: string): Outbox =>
  outbox.map((each) => (each.clientId === clientId ? { ...each, refused: message } : each));

/** A refused action doesn't hold up the ones after it. */
export const nextToSend = (outbox: Outbox): PendingAction | null =>
  outbox.find(({ refused }) => refused === null) ?? null;

export const ofAccount = (outbox: Outbox, account: string): Outbox => outbox.filter((each) => each.account === account);

/** As it is in the browser's storage, where an action is called `deed`. */
export function serializeOutbox(outbox: Outbox): string {
  return JSON.stringify(outbox.map(({ action, ...rest }) => ({ ...rest, deed: action })));
}

/** @throws when `json` is no JSON. */
export function parseOutbox(json: string): Outbox {
  type Stored = Omit<PendingAction, 'action'> & { readonly deed: MemberAction };
  return (JSON.parse(json) as readonly Stored[]).map(({ deed, ...rest }) => ({ ...rest, action: deed }));
}
