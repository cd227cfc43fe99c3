/** An inbox as it was set up: by its operator in a folder, whose name is the id, or by a team in the console. */
import { AGENT_NAME, type InboxFile } from '@service/protocol/schema';
import type { KeyRing } from './identity-keys.js';

/** `draft` and `archived`: visitors get the answer of an inbox that doesn't exist. `paused`: it takes no messages. */
export const INBOX_STATES = ['draft', 'live', 'paused', 'archived'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export interface InboxSettings extends InboxFile {
  readonly id: string;
  readonly managedBy: 'file' | 'console';
  readonly state: InboxState;
  /** Under which key the store has the passages that answer its questions. Of a folder: the inbox's id. */
  readonly knowledgeBase: string;
  /** The AI agent whose published version answers here. Null: the settings of the inbox and of the server decide. */
  readonly aiAgent: InboxAgent | null;
}

/** A version of an AI agent: what answers are named by. */
export interface AgentVersion {
  readonly id: string;
  readonly version: number;
}

export interface InboxAgent extends AgentVersion {
  /** By the name that the server has for it. Null: the articles answer by themselves. */
  readonly model: string | null;
  readonly handoff: HandoffRules;
}

/** When people take over, in an inbox that has people. */
export interface HandoffRules {
  /** When it isn't known: a person is offered, or the conversation is handed over. */
  readonly onUnknown: 'offer' | 'auto';
  /** The conversation is handed over after so many answers in a row. Null: never. */
  readonly afterTurns: number | null;
}

/** Ids of inboxes of the console begin with this, and no folder's. */
export const CONSOLE_INBOX = 'inb_';

/** The inbox of a folder: as long as it is there, it is live. */
export const folderInbox = (id: string, file: InboxFile): InboxSettings => ({
  id,
  managedBy: 'file',
  state: 'live',
  knowledgeBase: id,
  aiAgent: null,
  ...file,
});

/** The name under which an inbox's questions are answered, also of one that has just been taken away. */
export function agentNameIn(inboxes: Pick<InboxDirectory, 'get'>, id: string): string {
  return inboxes.get(id)?.agentName ?? AGENT_NAME;
}

/** What people read in place of an inbox's id. Of a folder that was taken away: the id. */
export function inboxNameIn(inboxes: Pick<InboxLookup, 'get'>, id: string): string {
  return inboxes.get(id)?.name ?? id;
}

export interface InboxLookup {
  get(id: string): InboxSettings | null;
  list(): readonly InboxSettings[];
}

/** Looks up by id the inboxes that visitors can use. Settings may change while the server runs, so ask again instead of keeping the answer. */
export interface InboxDirectory extends InboxLookup {
  /** With drafts and archived ones: for the team, and for what happens to conversations without their visitor. */
  readonly all: InboxLookup;
  /** The identity keys of an inbox of the console. Null: they are in the inbox's folder, or where its file says. */
  keyRing(id: string): KeyRing | null;
  /** The folder with the inbox's Markdown articles. */
  knowledgeFolder(id: string): string;
  /** The inbox's own folder, where its keys may lie. */
  folder(id: string): string;
  close(): void;
}
