/** The lists of conversations that the team's API has, by the names that requests use. */
import type { Handler } from '@service/protocol';

export const VIEWS = {
  /** Those that wait for a person, the longest waiting first, and behind them those with one. */
  queue: ['queued', 'human'],
  /** With the person who asks. */
  mine: ['human'],
  assistant: ['agent'],
  closed: ['closed'],
  all: ['agent', 'queued', 'human', 'closed'],
} as const satisfies Readonly<Record<string, readonly Handler[]>>;

export type View = keyof typeof VIEWS;

export const isView = (name: string): name is View => Object.hasOwn(VIEWS, name);
