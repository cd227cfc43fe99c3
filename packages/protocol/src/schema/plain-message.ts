/**
 * Nearly everything a server is sent is a message of nothing but words. The schema asks many questions that such a frame can't
 * raise, and copies it: as much work as all the rest of reading it. So that one frame is known at sight, and whatever is not
 * plainly it is left to the schema.
 */

import { CLIENT_ID, SERVER_ID } from '../identifiers.js';
import { MESSAGE_LIMITS } from '../limits.js';
import type { CheckedClientFrame } from './frames.js';

const FRAME_FIELDS = 4;
const BODY_FIELDS = 2;

/**
 * True only for what `clientFrameSchema` takes as it is: no field too many, none of another form. `frame` is parsed JSON, so its
 * fields are its own. False says nothing.
 */
export function isPlainMessage(frame: object): frame is Extract<CheckedClientFrame, { t: 'append' }> {
  const { t, conversation, clientId, body } = frame as Readonly<Record<string, unknown>>;
  if (t !== 'append' || typeof conversation !== 'string' || typeof clientId !== 'string') return false;
  if (typeof body !== 'object' || body === null) return false;
  const { kind, text } = body as Readonly<Record<string, unknown>>;
  return (
    kind === 'message' &&
    typeof text === 'string' &&
    text.length <= MESSAGE_LIMITS.textLength &&
    SERVER_ID.test(conversation) &&
    CLIENT_ID.test(clientId) &&
    Object.keys(body).length === BODY_FIELDS &&
    Object.keys(frame).length === FRAME_FIELDS
  );
}
