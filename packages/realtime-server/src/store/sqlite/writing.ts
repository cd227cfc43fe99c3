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
