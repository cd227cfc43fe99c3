/**
 * The people who answer, for a screen of one's own: who it is now, and the name, picture and initials of whoever wrote
 * something. Apart from the client, because the picture is asked for by who shows it and by nobody else.
 */
import { type AuthorProfile, getAuthorProfile } from '@service/protocol';
import { type ResponderSource, responderOf } from './responder.js';

export { type Author, type AuthorProfile, getAuthorProfile } from '@service/protocol';
export { type ResponderSource, responderOf } from './responder.js';

/**
 * The person who answers now, to be shown in a heading; null while nobody does, or an assistant. `chat`: what `useChat`
 * returns, or a client's state. `baseUrl`: the origin of the chat server, as the client has it.
 */
export function getResponder(chat: ResponderSource, baseUrl: string): AuthorProfile | null {
  const author = responderOf(chat);
  return author && getAuthorProfile(author, baseUrl);
}
