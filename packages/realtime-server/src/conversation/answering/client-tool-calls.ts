/**
 * The port to the functions of the visitor's page. An answerer asks what is offered, and has calls carried out; who runs
 * them, under which lease, with whose consent and for how long is decided behind this port.
 *
 * Whatever happens to a page, every call ends with a result: a conversation with a call and no result can't be continued
 * by any model.
 */

/** What a tool is, as the page described it. All of it is text from outside. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: object;
}

export interface PageOffer {
  readonly tools: readonly OfferedTool[];
  /** What the page wrote about how its tools are meant to be used; null when it wrote nothing. */
  readonly instructions: string | null;
}

export interface ToolCall {
  /** Created before the call is stored, and the same in every attempt, so that a call runs once for each id. */
  readonly id: string;
  readonly name: string;
  /** Parsed JSON when the model wrote JSON, else the text it wrote. Not checked against the schema. */
  readonly args: unknown;
}

export interface ToolFailure {
  /** From one table, readable by a model: `denied`, `execution_timeout`, `invalid_arguments` … */
  readonly code: string;
  /** Whether it had an effect. `unknown` must not be tried again. */
  readonly outcome: 'not_started' | 'failed' | 'unknown';
  readonly retryable: boolean;
  /** An explanation for the model. Never a stack trace, never a message of another server. */
  readonly message: string;
}

export type ToolResult = { readonly id: string } & (
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ToolFailure }
);

/** The answer that the calls belong to. */
export interface CallingTurn {
  readonly inbox: string;
  readonly conversation: string;
  readonly run: string;
  /** The lease's attempt: an attempt that was taken over may dispatch nothing more. */
  readonly attempt: number;
}

export interface ClientToolCalls {
  /** What the visitor's open pages offer now, after what the operator allows. Empty when no page is there. */
  offered(conversation: string): Promise<PageOffer>;
  /**
   * Carries out all calls of one step side by side and resolves once, when each is settled, with one result per call in
   * the order of the calls. A call whose id was settled before gives the result it had; one that is under way is waited
   * for. May take minutes, when a person has to confirm. When `signal` is aborted because the answer is over (`Ending`), what
   * is open is settled as cancelled; when another process goes on with it, it is left alone, and this rejects.
   * Rejects otherwise only when the store can't be used.
   */
  call(turn: CallingTurn, calls: readonly ToolCall[], signal: AbortSignal): Promise<readonly ToolResult[]>;
}
