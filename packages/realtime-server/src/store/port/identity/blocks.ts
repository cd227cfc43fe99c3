/** Contacts that the team has blocked. */

export interface ContactBlock {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  /** The one in which it was blocked. */
  readonly conversation: string;
  /** Who blocked it, as visitors would see them. */
  readonly name: string;
  /** Empty: none was given. */
  readonly reason: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Until then, new anonymous visitors of the contact's addresses are refused as well. Null: its addresses are not blocked. */
  readonly addressUntil: number | null;
  /** When the team took it back, and who; null while it is in force. */
  readonly ended: { readonly at: number; readonly name: string } | null;
}

export type NewContactBlock = Omit<ContactBlock, 'ended'>;

export interface BlockStore {
  /** The block that is in force. */
  blockOf(contact: string): Promise<ContactBlock | null>;
  /** The newest first, also those that were taken back, from before `before` (Unix milliseconds). Of these inboxes alone. */
  blocks(inboxes: readonly string[], before: number, limit: number): Promise<readonly ContactBlock[]>;
  /** Whether new anonymous visitors of this address are refused. `address`: as `addBlockedAddress` got it. */
  isAddressBlocked(inbox: string, address: string, now: number): Promise<boolean>;
  /**
   * Blocks the contact and ends its sessions, whose ids are returned. A contact that is blocked stays so as it was. Null: there
   * are `most` blocks in force in this inbox.
   */
  blockContact(block: NewContactBlock, most: number): Promise<readonly string[] | null>;
  /** Takes the block back: the sessions that it ended go on. False: there was none. */
  unblockContact(contact: string, name: string, at: number): Promise<boolean>;
  /** Adds an address of a blocked contact, if its addresses are blocked; at most `most`. */
  addBlockedAddress(contact: string, address: string, now: number, most: number): Promise<void>;
  /** Removes addresses whose time is over, and blocks that were taken back before `endedBefore`. */
  forgetBlocks(now: number, endedBefore: number): Promise<void>;
}
