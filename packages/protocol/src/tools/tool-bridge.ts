/**
 * What the page and the frame say to each other about the page's functions: the frame owns the socket, the functions stay
 * in the page. All of it crosses as the one bridge message `tool`, so that the first scripts on either side, which every
 * page pays for, need not know any of it. Plain data; an id names what an answer belongs to.
 */
import type { Prepared, RunOrder } from './tool-bench.js';
import type { ToolReport } from './tool-frames.js';
import type { ToolManifest } from './tool-manifest.js';

/** Frame → page. */
export type ToolWish =
  /** There is a conversation: what does the page offer? */
  | { readonly do: 'offer' }
  | { readonly do: 'prepare'; readonly id: number; readonly name: string; readonly args: string }
  | { readonly do: 'run'; readonly id: number; readonly order: RunOrder }
  | { readonly do: 'stop'; readonly id: number };

/** Page → frame. */
export type ToolWord =
  /** It has functions, and says which as soon as it can. */
  | { readonly of: 'soon' }
  | { readonly of: 'offer'; readonly manifests: readonly ToolManifest[]; readonly instructions: string | null }
  | { readonly of: 'prepare'; readonly id: number; readonly prepared: Prepared }
  | {
      readonly of: 'progress';
      readonly id: number;
      readonly update: { readonly text?: string; readonly fraction?: number };
    }
  | { readonly of: 'run'; readonly id: number; readonly report: ToolReport };
