/** Every error that a procedure answers with: one table of codes, and what each may carry. */
import { ORPCError } from '@orpc/server';

export const ERRORS = {
  BAD_REQUEST: { status: 400, meaning: 'Invalid input data' },
  UNAUTHORIZED: { status: 401, meaning: 'Authorization not provided' },
  FORBIDDEN: { status: 403, meaning: 'Insufficient access' },
  NOT_FOUND: { status: 404, meaning: 'Not found' },
  CONFLICT: { status: 409, meaning: 'Something like this exists already' },
  PRECONDITION_FAILED: { status: 412, meaning: 'It was changed meanwhile' },
  TOO_MANY_REQUESTS: { status: 429, meaning: 'Too many requests' },
  INTERNAL_SERVER_ERROR: { status: 500, meaning: 'Internal server error' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorData {
  /** With FORBIDDEN: the capability that is off, or what is missing. With others: which of several causes it is. */
  readonly reason?: string;
  /** With PRECONDITION_FAILED: the version that is stored now. */
  readonly version?: number;
  /** With PRECONDITION_FAILED: what was changed since the version that was sent. */
  readonly fields?: readonly string[];
  /** With CONFLICT at publishing: questions whose answer is lost, and tests that are not passed. */
  readonly losses?: readonly { readonly question: string; readonly why: 'lost' | 'failed' }[];
  /** With TOO_MANY_REQUESTS. */
  readonly retryAfterSeconds?: number;
}

/** `message` tells its reader what to do next. */
export const failure = (
  code: ErrorCode,
  message: string,
  data?: ErrorData,
): ORPCError<ErrorCode, ErrorData | undefined> => new ORPCError(code, { status: ERRORS[code].status, message, data });

/** The input is wrong, as a schema found it. */
export const wrongInput = (issues: readonly Issue[]) =>
  new ORPCError('BAD_REQUEST', { status: ERRORS.BAD_REQUEST.status, data: { issues } });

export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  /** What is wrong with the input, one entry for each field. */
  readonly issues?: readonly { readonly message: string; readonly path: string }[];
  readonly data?: ErrorData;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

const FAILED: ErrorBody = { message: 'The server failed. Try again.', code: 'INTERNAL_SERVER_ERROR' };

/** What leaves the server. An error that is not of the table shows nothing of itself: it could quote anything. */
export function errorBody(error: ORPCError<string, unknown>): ErrorBody {
  if (!Object.hasOwn(ERRORS, error.code) || error.code === 'INTERNAL_SERVER_ERROR') return FAILED;
  const code = error.code as ErrorCode;
  const issues = (error.data as { issues?: readonly Issue[] } | undefined)?.issues;
  if (issues)
    return {
      message: 'The input is wrong: see `issues`.',
      code,
      issues: issues.map(({ message, path = [] }) => ({ message, path: path.map(nameOf).join('.') })),
    };
  return { message: error.message, code, ...(error.data !== undefined && { data: error.data as ErrorData }) };
}

const nameOf = (step: PropertyKey | { readonly key: PropertyKey }): string =>
  String(typeof step === 'object' ? step.key : step);
