/** The hashes of all wordings that a visitor can agree to, also where it is the page that asks for consent, and not the inbox. */
import type { BootDocument } from '@service/protocol';

/** A document carries the hashes only if its inbox asks for consent; otherwise they are worked out from the wordings. */
export async function withWordings(boot: BootDocument): Promise<BootDocument> {
  const { inbox } = boot;
  if (inbox.consent.wordings) return boot;
  const { hashWordings } = await import('./hash-wordings.js');
  return { ...boot, inbox: { ...inbox, consent: { ...inbox.consent, wordings: hashWordings(inbox) } } };
}
