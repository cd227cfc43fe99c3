/** What goes between the store and its writer thread: lists of requests, and a list of answers to each. */
import type { Commands } from './commands.js';

export interface WriteRequest {
  readonly id: number;
  readonly command: keyof Commands;
  readonly input: unknown;
}

export type WriteAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** The most that one commit carries: more would make the first of them wait too long. */
export const BATCH = 256;

/** When fewer than so many wait after a commit, the next one waits a moment for more: each costs a flush, shared or not. */
export const FEW = 64;
/** That moment. Whoever comes while nobody writes waits for nothing. */
export const GATHER_MS = 2;
