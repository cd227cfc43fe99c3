/**
 * Every way in which a call of a client tool can end without a result. The sentence is for the model, which decides by it
 * what to do next: it says what is certain, and never quotes the page.
 *
 * `outcome` matters most. A timeout is not a failure: the order may have been cancelled all the same, and a model that takes
 * "unknown" for "failed" does it twice.
 */

/** `not_started`: it had no effect. `failed`: the page says that it failed. `unknown`: it may have been carried out. */
export type ToolOutcome = 'not_started' | 'failed' | 'unknown';

export interface ToolErrorRule {
  /** The outcome to assume if nothing more exact is known. */
  readonly outcome: ToolOutcome;
  /** Whether the same call may be tried again in this answer. */
  readonly retryable: boolean;
  readonly message: string;
}

export const TOOL_ERRORS = {
  invalid_arguments: {
    outcome: 'not_started',
    retryable: true,
    message: 'The arguments do not fit the description of the function. Correct them and call it again.',
  },
  not_registered: {
    outcome: 'not_started',
    retryable: false,
    message: 'No page of the visitor offers this function now. Answer without it.',
  },
  unavailable: {
    outcome: 'not_started',
    retryable: false,
    message: 'The page can’t offer this function at the moment. Answer without it.',
  },
  too_many: {
    outcome: 'not_started',
    retryable: false,
    message: 'Too many functions were called in this answer. Answer with what you have.',
  },
  repeated: {
    outcome: 'not_started',
    retryable: false,
    message: 'The same call was refused, or may have been carried out already. Do not repeat it; ask the visitor.',
  },
  denied: {
    outcome: 'not_started',
    retryable: false,
    message: 'The visitor declined. Nothing was done. Do not ask for it again unless they say so.',
  },
  confirm_timeout: {
    outcome: 'not_started',
    retryable: false,
    message: 'The visitor did not confirm in time. Nothing was done. Say so, and offer to try again.',
  },
  superseded: {
    outcome: 'not_started',
    retryable: false,
    message: 'The visitor wrote something instead of confirming. Nothing was done. Answer what they wrote.',
  },
  dispatch_timeout: {
    outcome: 'not_started',
    retryable: false,
    message: 'The visitor’s page did not answer in time. Nothing was done. Say so.',
  },
  execution_timeout: {
    outcome: 'unknown',
    retryable: false,
    message: 'No result in time. It may have been carried out. Do not repeat it; ask the visitor or look it up.',
  },
  handler_error: {
    outcome: 'failed',
    retryable: false,
    message: 'The page reports that it failed. Say so; do not claim that it worked.',
  },
  client_gone: {
    outcome: 'unknown',
    retryable: false,
    message: 'The page was closed while it ran. It may have been carried out. Do not repeat it; ask the visitor.',
  },
  cancelled: {
    outcome: 'not_started',
    retryable: false,
    message: 'The call was cancelled before it was carried out.',
  },
} as const satisfies Record<string, ToolErrorRule>;

/** Why a call ended without a result, see docs/functions.md. */
export type ToolErrorCode = keyof typeof TOOL_ERRORS;

/** What is wrong with one argument. */
export interface ToolIssue {
  /** Where, as `/order/number`. */
  readonly path: string;
  /** What is wrong there. */
  readonly message: string;
}

/** Why a call ended without a result, as its caller gets it. */
export interface ToolError {
  /** Names the reason. */
  readonly code: ToolErrorCode;
  /** What is known of the effect: above all, whether there may have been one. */
  readonly outcome: ToolOutcome;
  /** The same call may be tried again in this answer. */
  readonly retryable: boolean;
  /** The same in a sentence, for a model. */
  readonly message: string;
  /** What is wrong with the arguments; only where that is the reason. */
  readonly issues?: readonly ToolIssue[];
}

/** An error by its code. `outcome` and `message` where more is known than the table knows. */
export function toolError(
  code: ToolErrorCode,
  more: { readonly outcome?: ToolOutcome; readonly message?: string; readonly issues?: readonly ToolIssue[] } = {},
): ToolError {
  const { outcome, retryable, message } = TOOL_ERRORS[code];
  return {
    code,
    outcome: more.outcome ?? outcome,
    retryable,
    message: more.message ?? message,
    ...(more.issues && more.issues.length > 0 && { issues: more.issues }),
  };
}
