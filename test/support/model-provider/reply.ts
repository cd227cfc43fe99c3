/** A scripted provider's reply to one request, independent of the provider's API. */

export interface Say {
  readonly kind: 'say';
  /** Pieces of text, one event each. */
  readonly text: readonly string[];
  /** Parallel calls of one step. Their arguments arrive in fragments, interleaved if the API allows it. */
  readonly calls?: readonly { readonly name: string; readonly args: string }[];
  readonly end?: 'stop' | 'length' | 'refused';
  /** The usage that the provider reports; null: it reports none. */
  readonly tokens?: { readonly input: number; readonly output: number } | null;
}

export type Reply =
  | Say
  /** An HTTP error instead of a stream. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Sends the text, then breaks the connection. */
  | { readonly kind: 'reset'; readonly text: readonly string[] }
  /** Sends the text, then nothing more, and leaves the connection open. */
  | { readonly kind: 'hang'; readonly text: readonly string[] }
  /** Sends a body that is not an event stream. */
  | { readonly kind: 'garbage'; readonly body: string }
  /** Sends everything in pieces of so many bytes, which end in the middle of characters, lines and events. */
  | { readonly kind: 'cut'; readonly bytes: number; readonly say: Say }
  /** Sends each piece only after `until` has resolved for it. */
  | { readonly kind: 'held'; readonly text: readonly string[]; readonly until: (piece: number) => Promise<void> };

export const say = (...text: readonly string[]): Say => ({ kind: 'say', text });

export const call = (name: string, args: object | string = {}): Say => calls([name, args]);

export const calls = (...list: readonly (readonly [name: string, args: object | string])[]): Say => ({
  kind: 'say',
  text: [],
  calls: list.map(([name, args]) => ({ name, args: typeof args === 'string' ? args : JSON.stringify(args) })),
});
