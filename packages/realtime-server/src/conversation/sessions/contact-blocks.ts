/**
 * Blocks contacts. A block ends the contact's sessions on all nodes, and none begins until it is taken back. An anonymous
 * visitor who throws their session away is a new contact, so the team may block the addresses as well, for some days: new
 * anonymous visitors are then refused there. Those who have a session, or whom the site has identified, are not.
 */
import { createHmac } from 'node:crypto';
import type { RandomBytes } from '@service/protocol';
import type { Clock } from '../../runtime/clock.js';
import { BLOCK_LIMITS } from '../../runtime/limits.js';
import type { ContactBlock, Store } from '../../store/store.js';
import { newId } from '../ids.js';

const DAY_MS = 86_400_000;

export interface ContactBlocksDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: { warn(fields: object, message: string): void };
  /** Closes what a session has open anywhere. */
  readonly closeEverywhere: (session: string, why: 'blocked') => void;
}

export interface BlockRequest {
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  /** Who blocks. */
  readonly name: string;
  readonly reason: string;
  /** For so many days, new visitors of the contact's addresses are refused as well. Null: their addresses are not blocked. */
  readonly addressDays: number | null;
}

export class ContactBlocks {
  /** Addresses are stored under this key, so that a copy of the data has no address in it. */
  #key: Promise<string> | undefined;

  constructor(private readonly deps: ContactBlocksDeps) {}

  /** The block that is in force; a contact that is blocked stays so as it was. Null: the inbox has too many. */
  async block(request: BlockRequest): Promise<ContactBlock | null> {
    const { store, clock, random, log, closeEverywhere } = this.deps;
    const { addressDays, ...block } = request;
    const at = clock.now();
    const addressUntil = addressDays === null ? null : at + addressDays * DAY_MS;
    const id = newId('blk', random);
    const ended = await store.blockContact({ ...block, id, at, addressUntil }, BLOCK_LIMITS.perInbox);
    if (!ended) return null;
    for (const session of ended) closeEverywhere(session, 'blocked');
    log.warn({ inbox: block.inbox, contact: block.contact, address: addressUntil !== null }, 'a contact was blocked');
    return store.blockOf(block.contact);
  }

  /** The contact's sessions go on. False: it was not blocked. */
  async unblock(inbox: string, contact: string, name: string): Promise<boolean> {
    const { store, clock, log } = this.deps;
    const ended = await store.unblockContact(contact, name, clock.now());
    if (ended) log.warn({ inbox, contact }, 'a contact is no longer blocked');
    return ended;
  }

  /** An address of a blocked contact. Null: addresses are not counted there. */
  async noteAddress(contact: string, address: string | null): Promise<void> {
    const { store, clock } = this.deps;
    if (address === null) return;
    await store.addBlockedAddress(contact, await this.#hash(address), clock.now(), BLOCK_LIMITS.addressesPerContact);
  }

  async isAddressBlocked(inbox: string, address: string | null): Promise<boolean> {
    const { store, clock } = this.deps;
    return address !== null && store.isAddressBlocked(inbox, await this.#hash(address), clock.now());
  }

  async #hash(address: string): Promise<string> {
    const { store, random } = this.deps;
    this.#key ??= store.sharedKey('blocked-addresses', Buffer.from(random(32)).toString('base64url'));
    const key = await this.#key.catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return createHmac('sha256', key).update(address).digest('base64url');
  }
}
