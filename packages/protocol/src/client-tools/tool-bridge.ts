/**
 * What the page and the frame say to each other about the page's functions: the frame owns the socket, the functions stay
 * in the page. All of it crosses as the one bridge message `tool`, so that the first scripts on either side, which every
 * page pays for, need not know any of it. Plain data; an id names what an answer belongs to.
 */

import type { ToolReport } from '../frames/tools.js';
import type { ToolManifest } from './manifest.js';
import type { PreparedCall, ToolRunRequest } from './tool-runner.js';
import type { BrowserAgentQuestion } from './web-mcp.js';

/** Frame → page. */
export type FrameToolMessage =
  /** There is a conversation: what does the page offer? */
  | { readonly do: 'offer' }
  | { readonly do: 'prepare'; readonly id: number; readonly name: string; readonly args: string }
  | { readonly do: 'run'; readonly id: number; readonly order: ToolRunRequest }
  | { readonly do: 'stop'; readonly id: number }
  /** The visitor's answer to an `ask`; false also if no visitor can be asked. */
  | { readonly do: 'answer'; readonly id: number; readonly approved: boolean };

/** Page → frame. */
export type HostToolMessage =
  /** It has functions, and says which as soon as it can. */
  | { readonly of: 'soon' }
  | { readonly of: 'offer'; readonly manifests: readonly ToolManifest[]; readonly instructions: string | null }
  | { readonly of: 'prepare'; readonly id: number; readonly prepared: PreparedCall }
  | {
      readonly of: 'progress';
      readonly id: number;
      readonly update: { readonly text?: string; readonly fraction?: number };
    }
  | { readonly of: 'run'; readonly id: number; readonly report: ToolReport }
  /** The browser's own agent wants to use a function that asks first: the chat opens, and asks. */
  | { readonly of: 'ask'; readonly id: number; readonly question: BrowserAgentQuestion }
  /** How that ended; null: the question was cancelled. */
  | { readonly of: 'over'; readonly id: number; readonly state: 'succeeded' | 'failed' | 'unknown' | null };
