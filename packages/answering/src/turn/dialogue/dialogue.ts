/** What a model is shown of a conversation, in our own words; each provider's adapter translates from here. */
import type { ToolCall, ToolResult } from '@service/realtime-server/ports';

export type DialogueEntry =
  | { readonly by: 'visitor'; readonly text: string }
  /** A person of the business. The model must know that it was not itself. */
  | { readonly by: 'person'; readonly name: string; readonly text: string }
  /** The model's own text and the calls of the same step. */
  | {
      readonly by: 'model';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** What the provider wants to see again with a call, by the call's id: opaque to us. */
      readonly carried?: Readonly<Record<string, unknown>>;
    }
  | { readonly by: 'tools'; readonly results: readonly ToolResult[] };

export type Dialogue = readonly DialogueEntry[];
