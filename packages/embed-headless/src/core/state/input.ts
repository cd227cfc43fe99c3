import type { AppendBody, ConsentGrant, PageInfo, ServerFrame } from '@service/protocol';
import type { ConnectionInput } from '../connection/connection-state.js';
import type { OutboxItem } from '../outbox/outbox.js';
import type { Proof } from '../session/session-storage.js';
import type { TimerName } from './effect.js';
import type { FeatureName } from './feature-names.js';

/** A frame that only a feature can read; nothing but its type is checked yet. */
export interface ForeignFrame {
  readonly t: string;
}

/** The code of a feature, as it was loaded. `Feature` in feature.ts says what is in it. */
export interface LoadedFeature {
  readonly initialState: unknown;
}

export interface FrameInput {
  readonly type: 'frame';
  readonly generation: number;
  readonly frame: ServerFrame | ForeignFrame;
}

export interface FeatureInput {
  readonly type: 'feature';
  readonly name: FeatureName;
  /** The feature's own type of input. */
  readonly input: unknown;
  /** While this waits for the feature's code to load, no message is sent. */
  readonly blocksOutbox?: true;
}

/** Waits for the code of its feature, in its order. */
export interface PendingInput {
  readonly name: FeatureName;
  readonly input: FeatureInput | FrameInput;
}

export type Input =
  | { readonly type: 'connection'; readonly input: ConnectionInput }
  | {
      readonly type: 'opened';
      readonly generation: number;
      readonly token: string | null;
      readonly proof?: Proof | undefined;
    }
  | { readonly type: 'closed'; readonly generation: number; readonly code: number; readonly reason: string }
  | FrameInput
  | { readonly type: 'malformed'; readonly generation: number }
  | { readonly type: 'timer'; readonly name: TimerName }
  | { readonly type: 'consent'; readonly grant: ConsentGrant }
  | {
      readonly type: 'append';
      readonly clientId: string;
      readonly body: AppendBody;
      readonly files?: OutboxItem['files'];
    }
  | { readonly type: 'retry'; readonly clientId: string; readonly newId: string }
  | { readonly type: 'discard'; readonly clientId: string }
  | { readonly type: 'stop' }
  | { readonly type: 'typing' }
  /** Messages wait until the page has offered its tools, at most until then (Unix milliseconds). */
  | { readonly type: 'await-tools'; readonly until: number }
  | FeatureInput
  | { readonly type: 'loaded'; readonly name: FeatureName; readonly feature: LoadedFeature }
  | { readonly type: 'load-failed'; readonly name: FeatureName }
  | { readonly type: 'mark-read' }
  /** The browser refused to open a socket. */
  | { readonly type: 'refused'; readonly generation: number; readonly why: string }
  /** Null: the visitor is on another page now. */
  | { readonly type: 'page'; readonly page: PageInfo | null };
