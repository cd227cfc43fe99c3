/** What a scripted provider does with one request, whatever wire it speaks. */

export interface Say {
  readonly kind: 'say';
  /** Pieces of text, one event each. */
  readonly text: readonly string[];
  /** Calls of one step, made side by side: their arguments arrive in fragments that are interleaved where the wire can. */
  readonly calls?: readonly { readonly name: string; readonly args: string }[];
  readonly end?: 'stop' | 'length' | 'refused';
  /** What the provider says it used; null: it doesn't say. */
  readonly tokens?: { readonly input: number; readonly output: number } | null;
}

export type Reply =
  | Say
  /** Refuses before anything was said. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Says the text, then breaks the connection. */
  | { readonly kind: 'reset'; readonly text: readonly string[] }
  /** Says the text, then nothing more, for ever. */
  | { readonly kind: 'hang'; readonly text: readonly string[] }
  /** Sends what is no event. */
  | { readonly kind: 'garbage'; readonly body: string }
  /** Says it all, cut into pieces of so many bytes: in the middle of characters, lines and events. */
  | { readonly kind: 'cut'; readonly bytes: number; readonly say: Say }
  /** Says each piece only when it is let go. */
  | { readonly kind: 'held'; readonly text: readonly string[]; readonly until: (piece: number) => Promise<void> };

export const say = (...text: readonly string[]): Say => ({ kind: 'say', text });

export const call = (name: string, args: object | string = {}): Say => calls([name, args]);

export const calls = (...list: readonly (readonly [name: string, args: object | string])[]): Say => ({
  kind: 'say',
  text: [],
  calls: list.map(([name, args]) => ({ name, args: typeof args === 'string' ? args : JSON.stringify(args) })),
});
