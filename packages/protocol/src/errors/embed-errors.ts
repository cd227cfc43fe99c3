/** Every code of the widget's `error` event, with its sentence. */
import type { ErrorRule } from './error-codes.js';
import { FRAME_ERRORS } from './frame-errors.js';
import { IDENTITY_ERRORS } from './identity-errors.js';
import { FRAME_LOST_ERRORS, LINK_ERRORS, MODAL_ERRORS, type PageErrorCode, START_ERRORS } from './page-errors.js';

/** Names what went wrong, in the page or in its chat. The sentence beside it says what to do. */
export type EmbedErrorCode = PageErrorCode | keyof typeof FRAME_ERRORS | keyof typeof IDENTITY_ERRORS;

/** Delivered by the `error` event and on the console. */
export const EMBED_ERRORS: Readonly<Record<EmbedErrorCode, string>> = /* @__PURE__ */ Object.assign(
  {},
  START_ERRORS,
  LINK_ERRORS,
  FRAME_LOST_ERRORS,
  MODAL_ERRORS,
  /* @__PURE__ */ sentencesOf(FRAME_ERRORS),
  /* @__PURE__ */ sentencesOf(IDENTITY_ERRORS),
);

function sentencesOf<Code extends string>(rules: Readonly<Record<Code, ErrorRule>>): Record<Code, string> {
  const entries = Object.entries<ErrorRule>(rules).map(([code, { message }]) => [code, message]);
  return Object.fromEntries(entries) as Record<Code, string>;
}
