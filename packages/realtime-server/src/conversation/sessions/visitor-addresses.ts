/**
 * From which address a visitor last sent a hello to this node, as it is counted. In memory only: what is shared between visitors is
 * shared by address as well. Nothing of it is stored, unless the team blocks it (contact-blocks.ts).
 */

import { MOST_REMEMBERED, putLast } from '../../runtime/shares/put-last.js';

export class VisitorAddresses {
  /** By contact. */
  private readonly addresses = new Map<string, string>();

  /** `address`: as `countedGroup` returns it. */
  note(contact: string, address: string | null): void {
    if (address === null) this.addresses.delete(contact);
    else putLast(this.addresses, contact, address, MOST_REMEMBERED);
  }

  /** Null: not counted, or not known here. */
  of(contact: string): string | null {
    return this.addresses.get(contact) ?? null;
  }

  contactsAt(addresses: ReadonlySet<string>): readonly string[] {
    if (addresses.size === 0) return [];
    return [...this.addresses].filter(([, address]) => addresses.has(address)).map(([contact]) => contact);
  }
}
