/**
 * What a person has decided and the server has not confirmed: kept in order, one on its way at a time, each under the id it
 * was made with, so that trying again can't do it twice. A pure value; the effects are in use-tray.ts.
 */
import type { Part } from '@service/protocol';
import type { Deed } from './desk.js';

export interface Letter {
  readonly clientId: string;
  readonly conversation: string;
  readonly deed: Deed;
  /** Who decided it: another author would make it another event. */
  readonly operator?: string;
  readonly text?: string;
  readonly parts?: readonly Part[];
  /** Why the server will not have it; null while it may still go through. */
  readonly refused: string | null;
}

export type Tray = readonly Letter[];

export const put = (tray: Tray, letter: Omit<Letter, 'refused'>): Tray => [...tray, { ...letter, refused: null }];
export const without = (tray: Tray, clientId: string): Tray => tray.filter((each) => each.clientId !== clientId);
export const refuse = (tray: Tray, clientId: string, message: string): Tray =>
  tray.map((each) => (each.clientId === clientId ? { ...each, refused: message } : each));

/** The next one to go: a refused one holds up nobody. */
export const next = (tray: Tray): Letter | null => tray.find(({ refused }) => refused === null) ?? null;
