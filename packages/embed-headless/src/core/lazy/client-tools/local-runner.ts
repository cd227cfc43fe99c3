import { type AnyTool, createToolRunner, type LocalToolRunner } from '@service/protocol';
import type { Registered } from './types.js';

export interface CheckedTools {
  /** The tools of this document among the registered ones. */
  readonly own: readonly AnyTool[];
  readonly runner: LocalToolRunner;
  /** Why some can't be offered. */
  readonly problems: readonly string[];
}

/** Checks the tools of this document. Loaded on its own: in a frame, the page around it runs the tools. */
export function createLocalRunner(registered: readonly Registered[]): CheckedTools {
  const problems: string[] = [];
  const own = registered.flatMap(({ tool }) => ('handler' in tool ? [tool] : []));
  return { own, runner: createToolRunner(own, (message) => problems.push(message)), problems };
}
