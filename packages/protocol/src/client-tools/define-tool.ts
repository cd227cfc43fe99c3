/**
 * A function of the page that the assistant may ask for, as the page's developer writes it. The same object serves the
 * script tag, the hooks and a screen of one's own. What of it travels is in tool-manifest.ts; the function stays.
 */
import type { ConfirmView, ToolEffects } from './manifest.js';

/** The part of Standard Schema (standardschema.dev) that is used: zod, valibot, arktype and others implement it. */
export interface StandardSchema<Output = unknown> {
  /** As the standard has it. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Since version 1.1 a schema can describe itself. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: string }) => Record<string, unknown> }
      | undefined;
  };
}

/** What a Standard Schema makes of a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** JSON Schema of an object. Written `as const` or in `defineTool`, it gives the handler's arguments their types. */
export interface JsonObjectSchema {
  /** The arguments of a tool are always an object. */
  readonly type: 'object';
  /** A JSON Schema for each argument. Default: none are described. */
  readonly properties?: { readonly [name: string]: object } | undefined;
  /** Arguments that must be there. Default: none. */
  readonly required?: readonly string[] | undefined;
  readonly [word: string]: unknown;
}

/** A Standard Schema that can't describe itself is given together with its JSON Schema. */
export type ToolParameters =
  | JsonObjectSchema
  | StandardSchema
  | { readonly validate: StandardSchema; readonly jsonSchema: JsonObjectSchema };

type Simplify<T> = { -readonly [Key in keyof T]: T[Key] };
type RequiredOf<S> = S extends { required: readonly (infer Name)[] } ? Name : never;
type FromSchema<S> = S extends { enum: readonly (infer Each)[] }
  ? Each
  : S extends { const: infer Only }
    ? Only
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'number' | 'integer' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'null' }
            ? null
            : S extends { type: 'array'; items: infer Items }
              ? FromSchema<Items>[]
              : S extends { type: 'object'; properties: infer Fields }
                ? Simplify<
                    { [Key in keyof Fields as Key extends RequiredOf<S> ? Key : never]: FromSchema<Fields[Key]> } & {
                      [Key in keyof Fields as Key extends RequiredOf<S> ? never : Key]?: FromSchema<Fields[Key]>;
                    }
                  >
                : S extends { type: 'object' }
                  ? Record<string, unknown>
                  : unknown;

/** What a handler gets: the schema's output. */
export type ToolArguments<P> =
  P extends StandardSchema<infer Output>
    ? Output
    : P extends { readonly validate: StandardSchema<infer Output> }
      ? Output
      : P extends JsonObjectSchema
        ? FromSchema<P>
        : Record<string, never>;

/** Describes the call to its handler. */
export interface ToolContext {
  /** Names the call, for your own logs. */
  readonly callId: string;
  /** The same in every attempt: pass it on as the `Idempotency-Key` of your own request. */
  readonly idempotencyKey: string;
  /** 1, 2, 3: how many pages were given this call so far, this one included. Never more than 1 where `effects` is `once`. */
  readonly attempt: number;
  /** Aborted when the call is cancelled or its time is over. */
  readonly signal: AbortSignal;
  /** Empty when the browser's own agent calls, which has no conversation with us. */
  readonly conversationId: string;
  /** Who calls: our assistant, or the browser's own agent (see `webmcp`). */
  readonly source: 'assistant' | 'browser';
  /** `user`: a person clicked "Confirm" on these very arguments. */
  readonly confirmedBy: 'user' | 'none';
  /** Shown while it runs; at most twice a second. `fraction` from 0 to 1. */
  progress(update: { readonly text?: string; readonly fraction?: number }): void;
}

/** A function of the page that the assistant may call. Write it with `defineTool`, which gives the handler its types. */
export interface ClientTool<
  Name extends string = string,
  P extends ToolParameters | undefined = ToolParameters | undefined,
  R = unknown,
  Shown = unknown,
> {
  /** Letters, digits, "-" and "_", at most 64. Unique on a page. */
  readonly name: Name;
  /** What it does and when to use it, for the assistant. At most 1,024 characters. */
  readonly description: string;
  /** In a person's words, for the card and the transcript. Default: the name. */
  readonly title?: string | undefined;
  /** JSON Schema or a Standard Schema. Without it the tool takes no arguments. */
  readonly parameters?: P | undefined;
  /**
   * Runs on the page, once per call. The assistant gets what it returns as JSON, at most 32 KiB. If it throws, the assistant
   * gets a failure with the message, at most 500 characters; never the stack.
   */
  handler(args: ToolArguments<P>, context: ToolContext): R | PromiseLike<R>;
  /** Ask the visitor first: `true`, the words of the card, or a function of the arguments that gives either. Default: not asked. */
  readonly confirm?:
    | boolean
    | ConfirmView
    | ((args: ToolArguments<P>) => boolean | ConfirmView | PromiseLike<boolean | ConfirmView>)
    | undefined;
  /** What may happen if it is unknown whether the tool ran. Default `once`: never twice. */
  readonly effects?: ToolEffects | undefined;
  /** Milliseconds; default 20,000, at most 120,000. */
  readonly timeoutMs?: number | undefined;
  /** How long the visitor has for an answer, in milliseconds; default 300,000, at most 900,000. */
  readonly confirmTimeoutMs?: number | undefined;
  /** False: the assistant doesn't wait for a result. Default true. */
  readonly expectsResult?: boolean | undefined;
  /** One at a time. Default: `serial` for `once`. */
  readonly concurrency?: 'parallel' | 'serial' | undefined;
  /** False: refused for now, although it is registered. Default true. */
  readonly available?: (boolean | (() => boolean)) | undefined;
  /**
   * Offers it to the browser's own agent as well (`document.modelContext`, WebMCP), where there is one. A function that asks
   * asks there too, with a card in the chat. `untrustedContent`: its result holds words of strangers. Default false.
   */
  readonly webmcp?: boolean | { readonly untrustedContent?: boolean } | undefined;
  /** The part of the result that the assistant gets, and that the conversation shows. Default: all of it. */
  toModel?(result: Awaited<R>): Shown;
}

/** Any tool, whatever its arguments. */
// biome-ignore lint/suspicious/noExplicitAny: tools with different arguments in one list have nothing else in common.
export type AnyTool = ClientTool<string, any, any, any>;

/** Gives the handler's arguments the types of `parameters`. Does nothing else: never throws. */
export function defineTool<
  const Name extends string,
  const P extends ToolParameters | undefined = undefined,
  R = unknown,
  Shown = Awaited<R>,
>(tool: ClientTool<Name, P, R, Shown>): ClientTool<Name, P, R, Shown> {
  return tool;
}
