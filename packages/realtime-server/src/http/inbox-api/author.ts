import type { Author } from '@service/protocol';
import { TEAM_AUTHOR_ID } from '../../conversation/log/append.js';
import type { Store } from '../../store/store.js';
import type { MemberAction } from './requests.js';

/** The author as visitors see them; null when there is no operator of that id. The name is the request's. */
export async function authorOf(
  store: Pick<Store, 'operator'>,
  { name, operator }: Pick<MemberAction, 'name' | 'operator'>,
): Promise<Author | null> {
  if (operator !== undefined && !(await store.operator(operator))) return null;
  return { kind: 'human', id: operator ?? TEAM_AUTHOR_ID, name };
}
