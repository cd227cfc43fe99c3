import type { Author } from '@service/protocol';
import type { Context } from 'hono';
import { TEAM_AUTHOR_ID } from '../../conversation/log/append.js';
import type { InboxApiEnv } from './deps.js';
import { badRequest } from './responses.js';

/** A person who answers always has a name. */
type NamedAuthor = Author & { readonly name: string };

/**
 * The author as visitors see them. A person is who is signed in; a program names one.
 * A response: the request is refused with it.
 */
export function authorOf(c: Context<InboxApiEnv>, { name }: { readonly name?: string }): NamedAuthor | Response {
  const { operator } = c.get('asking');
  if (operator) return { kind: 'human', id: operator.id, name: operator.name };
  if (name === undefined) return badRequest(c, 'Send name: who writes, as the visitor sees it.');
  return { kind: 'human', id: TEAM_AUTHOR_ID, name };
}
