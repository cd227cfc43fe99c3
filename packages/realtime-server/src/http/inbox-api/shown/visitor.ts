/** What people are shown of a visitor. What the site has signed and what the page only says are never in one field. */
import { readVisitorFacts } from '../../../conversation/sessions/visitor-context.js';
import type { ContactBlock, Store, VisitorFacts } from '../../../store/store.js';

export interface ShownVisitor {
  /** Signed by the site; null: it has not signed who this is. */
  readonly visitor: VisitorFacts['verified'];
  /** Unproven: what the page says of its visitor; null: nothing. */
  readonly claimed: VisitorFacts['claimed'];
  /** Unproven: the page that the visitor was on last; null: not reported. */
  readonly page: VisitorFacts['page'];
  /** The team takes no messages from them; null: it does. */
  readonly blocked: ContactBlock | null;
}

export async function visitorOf(store: Store, contact: string): Promise<ShownVisitor> {
  const { verified, ...unproven } = await readVisitorFacts(store, contact);
  return { visitor: verified, ...unproven, blocked: await store.blockOf(contact) };
}
