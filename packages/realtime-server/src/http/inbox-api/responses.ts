import { REQUEST_ERRORS, type RequestErrorCode } from '@service/protocol';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { UPLOAD_ERROR_STATUS } from '../uploads/upload-request.js';
import type { TeamAdmission } from './team-caller.js';

const STATUS = {
  not_found: 404,
  empty: 400,
  too_large: 400,
  idempotency_conflict: 409,
  conversation_closed: 409,
  file_gone: 409,
  ...UPLOAD_ERROR_STATUS,
  busy: 503,
  store_unavailable: 503,
} as const satisfies Partial<Record<RequestErrorCode, number>>;

export function problem(c: Context, status: ContentfulStatusCode, code: string, message: string): Response {
  return c.json({ code, message }, status);
}

export function notAdmitted(c: Context, refused: Extract<TeamAdmission, { readonly ok: false }>): Response {
  const { status, code, message, retryAfterSeconds } = refused;
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return problem(c, status, status === 429 ? 'rate_limited' : code, message);
}

export const badRequest = (c: Context, message: string): Response => problem(c, 400, 'BAD_REQUEST', message);

export const notFound = (c: Context): Response => problem(c, 404, 'NOT_FOUND', REQUEST_ERRORS.not_found.message);

/** A refusal of the conversation log or of an upload. */
export function refuse(c: Context, code: RequestErrorCode): Response {
  const status = Object.hasOwn(STATUS, code) ? STATUS[code as keyof typeof STATUS] : 500;
  return problem(c, status, code, REQUEST_ERRORS[code].message);
}

/** Null when the body is no JSON. */
export const readJson = (c: Context): Promise<unknown> => c.req.json().catch(() => null);
