/** Which conversations call a person. Pure. */
import type { ListedConversation } from '../api/conversation-api.js';

type Listed = Pick<ListedConversation, 'id' | 'handler' | 'takenBy' | 'preview'>;

/**
 * Those whose visitors have begun to wait since `before`, and those of the person with new words of their visitors. `before` is null
 * at the start, when all that is there is news to no one.
 */
export function newCalls<Each extends Listed>(
  before: readonly Listed[] | null,
  now: readonly Each[],
  ownId: string | null,
): readonly Each[] {
  if (before === null) return [];
  const known = new Map(before.map((each) => [each.id, each]));
  return now.filter(({ id, handler, takenBy, preview }) => {
    const last = known.get(id);
    if (handler === 'queued') return last?.handler !== 'queued';
    return takenBy !== null && takenBy.id === ownId && (preview?.seq ?? 0) > (last?.preview?.seq ?? 0);
  });
}
