/**
 * A visitor's conversations as wholes: the list of them, going to a new or an older one, having one erased. What was asked for is asked again on every connection until the server has answered; an erasure also by the
 * next page of this visitor, because nobody may think that something is gone which is not.
 *
 * What must hold: a message goes into the conversation in which it was written, wherever the visitor is by then; of an
 * erased one nothing is shown, kept or sent any more.
 */
import { type ConversationSummary, type ErrorFrame, readConversationFrame } from '@service/protocol';
import type { OutboxItem } from '../outbox/outbox.js';
import type { Feature } from '../state/feature.js';
import type { Model } from '../state/model.js';
import type { Run } from '../state/transition.js';
import { erasurePrefix } from './erasure-prefix.js';

export interface ConversationsPart {
  /** As they were when they were last asked for. */
  readonly known: readonly ConversationSummary[] | null;
  readonly isWanted: boolean;
  /** Those that the visitor wants erased, until the server says that they are. */
  readonly erasing: readonly string[];
  /** Where the visitor wants to be, until the server says that they are; `conversation` null: in a new one. */
  readonly opening: { readonly id: string; readonly conversation: string | null } | null;
}

export type ConversationsInput =
  | Asked
  /** As an earlier page has noted it down. */
  | { readonly type: 'erase'; readonly given: string };

interface Asked {
  readonly type: 'new' | 'open' | 'list' | 'erase';
  /** The conversation that is meant. */
  readonly given?: string | undefined;
  /** Names the request; a new conversation is the same for the same name. */
  readonly id: string;
  /** When it was asked for, and what the client knew then. The code may have had to be fetched since. */
  readonly at: number;
  readonly from: Model;
}

/** Writes down that a conversation is to be erased, for a page that may end before it is, or takes the note away. */
export interface ConversationsEffect {
  readonly erase: string;
  readonly pending: boolean;
}

const NOTHING: ConversationsPart = { known: null, isWanted: false, erasing: [], opening: null };
const LIST = 'list';
const eraseId = (conversation: string): string => `erase-${conversation}`;
const part = (run: Run): ConversationsPart => run.part('conversations');
const setPart = (run: Run, change: Partial<ConversationsPart>): void => run.setPart('conversations', change);

export const conversations: Feature<'conversations'> = {
  part: NOTHING,
  take(run, input) {
    switch (input.type) {
      case 'new':
        return goTo(run, input, null);
      case 'open':
        return goTo(run, input, input.given ?? null);
      case 'list':
        setPart(run, { isWanted: true });
        return askList(run);
      case 'erase':
        return erase(run, input.given ?? (input as Asked).from.conversation);
    }
  },
  view: ({ known, isWanted, erasing }) => ({ conversations: known, loadingConversations: isWanted, erasing }),
  heard(run, given) {
    const frame = readConversationFrame(given);
    switch (frame?.t) {
      case 'conversations':
        setPart(run, { isWanted: false, known: frame.conversations });
        return true;
      case 'opened':
        opened(run, frame.id, frame.conversation);
        return true;
      case 'erased':
        erased(run, frame.conversation);
        return true;
      default:
        // A page that was asked for elsewhere comes by here as well.
        return given.t === 'page';
    }
  },
  refused,
  welcomed(run) {
    // Where the session was is not where the visitor wants to be: nothing of it is shown, and nothing is sent there.
    if (part(run).opening) run.leave(run.model.outbox);
    askAgain(run);
  },
  due: askAgain,
  act({ erase, pending }, { ports: { storage: keeper }, root }) {
    const note = erasurePrefix(root) + erase;
    if (pending) keeper.set(note, '');
    else keeper.remove(note);
  },
};

function goTo(run: Run, input: Asked, conversation: string | null): void {
  const { opening } = part(run);
  // Another session has begun since, and with it an empty conversation: what is written there stays there.
  if (input.from.token !== null && input.from.token !== run.model.token) return;
  const here = opening ? opening.conversation : run.model.conversation;
  if (conversation === null ? isUnused(run, input) : conversation === here) return;
  // It was the one that they were in. What has led them elsewhere since, they have not asked to undo.
  if (conversation !== null && !opening && conversation === input.from.conversation) return;
  // What was written there goes there: into a conversation that has to get its name first.
  if (opening && writtenBefore(run, input).some(isHomeless)) return;
  leave(run, input);
  setPart(run, { opening: { id: input.id, conversation } });
  run.link({ type: 'want' });
  if (run.model.connection.phase === 'waiting') run.link({ type: 'wake' });
  askOpening(run);
}

/** The new conversation that is wanted is the one that the visitor is in: nothing was said there yet. */
function isUnused(run: Run, input: Asked): boolean {
  const { opening } = part(run);
  if (opening) return opening.conversation === null;
  const { log, conversation } = run.model;
  const isSilent = !writtenBefore(run, input).some((item) => isHomeless(item) || item.conversation === conversation);
  return log?.live === true && log.head === 0 && isSilent;
}

const isHomeless = (item: OutboxItem): boolean => item.conversation === null && !item.failed;

/** What had been written when the visitor asked to leave, here or in a tab that is gone. */
function writtenBefore(run: Run, { at, from }: Asked): readonly OutboxItem[] {
  const known = new Set(from.outbox.items.map(({ clientId }) => clientId));
  return run.model.outbox.items.filter((item) => item.createdAt < at || known.has(item.clientId));
}

/** What was written before now stays with the conversation it was written in; what was written since is for the next one. */
function leave(run: Run, input: Asked): void {
  const { outbox, conversation } = run.model;
  const before = writtenBefore(run, input);
  const items = outbox.items.map((item): OutboxItem => {
    if (item.failed || item.sent > 0 || (item.adopted && item.conversation !== null)) return item;
    const goesTo = before.includes(item) ? (item.conversation ?? conversation) : null;
    return goesTo === item.conversation ? item : { ...item, conversation: goesTo };
  });
  run.leave({ ...outbox, items });
}

function opened(run: Run, id: string, conversation: string): void {
  if (id !== part(run).opening?.id) return;
  setPart(run, { opening: null });
  run.set({ conversation });
  run.expectAnswer();
}

function erase(run: Run, conversation: string | null): void {
  const { erasing } = part(run);
  if (conversation === null || erasing.includes(conversation)) return;
  setPart(run, { erasing: [...erasing, conversation] });
  act(run, { erase: conversation, pending: true });
  askErasing(run, conversation);
}

function erased(run: Run, conversation: string): void {
  // Also what still waits for its files. The last one first: with the first gone, the next would be said.
  for (const each of [...(run.part('uploading')?.messages ?? [])].reverse())
    if (each.conversation === conversation) run.sending.discard(run, each.clientId);
  const { outbox } = run.model;
  const { known, opening } = part(run);
  for (const item of outbox.items)
    if (item.conversation === conversation) run.do({ do: 'drop-item', clientId: item.clientId });
  const items = outbox.items.filter((item) => item.conversation !== conversation);
  const inFlight = items.some(({ clientId }) => clientId === outbox.inFlight) ? outbox.inFlight : null;
  run.set({ outbox: { ...outbox, items, inFlight } });
  setPart(run, { known: known?.filter((each) => each.conversation !== conversation) ?? null });
  settleErasure(run, conversation);
  if (opening?.conversation === conversation || run.model.conversation === conversation) goElsewhere(run);
}

/** Where the session is now, only a new greeting tells; before the welcome of this one, that is what it will say. */
function goElsewhere(run: Run): void {
  setPart(run, { opening: null });
  run.leave(run.model.outbox);
  if (run.model.connection.phase !== 'connecting') run.link({ type: 'again' });
}

function refused(run: Run, { re, retry, retryAfterMs = 1_000 }: ErrorFrame): boolean {
  const { erasing, opening } = part(run);
  const erasure = erasing.find((each) => eraseId(each) === re);
  const isOpening = opening !== null && re === opening.id;
  if (re !== LIST && !isOpening && erasure === undefined) return false;
  if (retry) run.wake('conversations.ask', retryAfterMs);
  else if (isOpening) goElsewhere(run);
  else if (re === LIST) setPart(run, { isWanted: false });
  // It is not this visitor's, or there never was one.
  else settleErasure(run, erasure as string);
  return true;
}

/** Nobody asks for it any more. */
function settleErasure(run: Run, conversation: string): void {
  setPart(run, { erasing: part(run).erasing.filter((each) => each !== conversation) });
  act(run, { erase: conversation, pending: false });
}

function askAgain(run: Run): void {
  const { isWanted, erasing } = part(run);
  for (const conversation of erasing) askErasing(run, conversation);
  askOpening(run);
  if (isWanted) askList(run);
}

function askOpening(run: Run): void {
  const { opening } = part(run);
  if (opening && run.sendIfUsable({ t: 'open', ...opening })) run.expectAnswer();
}

function askList(run: Run): void {
  run.sendIfUsable({ t: 'list', id: LIST });
}

function act(run: Run, effect: ConversationsEffect): void {
  run.do({ do: 'act', name: 'conversations', effect });
}

function askErasing(run: Run, conversation: string): void {
  run.sendIfUsable({ t: 'erase', id: eraseId(conversation), conversation });
}
