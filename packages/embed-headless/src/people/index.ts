/** The people who answer, for a custom UI. Not in the client's bundle: only a UI that shows pictures requests them. */
import { type AuthorProfile, getAuthorProfile } from '@service/protocol';
import { type ResponderSource, responderOf } from './responder.js';

export { type Author, type AuthorProfile, getAuthorProfile } from '@service/protocol';
export { type ResponderSource, responderOf } from './responder.js';

/**
 * The person who answers now, for a heading. Null: the agent answers, or no person has joined yet.
 * @param chat the client's state, or what `useChat` returns
 * @param baseUrl origin of the chat server
 */
export function getResponder(chat: ResponderSource, baseUrl: string): AuthorProfile | null {
  const author = responderOf(chat);
  return author && getAuthorProfile(author, baseUrl);
}
