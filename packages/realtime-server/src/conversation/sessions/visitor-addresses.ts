/**
 * From which address a visitor last sent a hello to this node, as it is counted. In memory only: what is shared between visitors is
 * shared by address as well. Nothing of it is stored, unless the team blocks it (contact-blocks.ts).
 */

/** Enough for everybody who is connected to a node; beyond it, the one who came first is forgotten first. */
const MOST = 25_000;

export class VisitorAddresses {
  /** By contact. */
  private readonly addresses = new Map<string, string>();

  /** `address`: as `countedGroup` returns it. */
  note(contact: string, address: string | null): void {
    this.addresses.delete(contact);
    if (address === null) return;
    this.addresses.set(contact, address);
    if (this.addresses.size > MOST) this.addresses.delete(this.addresses.keys().next().value as string);
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
