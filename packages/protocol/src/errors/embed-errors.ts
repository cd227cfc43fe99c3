/** All codes of the `error` event with their sentences. In a file of its own, so that no page carries what it can't tell. */
import { type EmbedErrorCode, type ErrorRule, FRAME_ERRORS, START_ERRORS } from './error-codes.js';
import { IDENTITY_ERRORS } from './identity-errors.js';
import { LINK_ERRORS } from './link-errors.js';

/** What can go wrong between a site and the widget; delivered by the `error` event and on the console. */
export const EMBED_ERRORS: Readonly<Record<EmbedErrorCode, string>> = /* @__PURE__ */ Object.assign(
  {},
  START_ERRORS,
  LINK_ERRORS,
  /* @__PURE__ */ sentencesOf(FRAME_ERRORS),
  /* @__PURE__ */ sentencesOf(IDENTITY_ERRORS),
);

function sentencesOf<Code extends string>(rules: Readonly<Record<Code, ErrorRule>>): Record<Code, string> {
  const entries = Object.entries<ErrorRule>(rules).map(([code, { message }]) => [code, message]);
  return Object.fromEntries(entries) as Record<Code, string>;
}
