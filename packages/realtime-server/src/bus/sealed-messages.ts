/**
 * Messages between nodes, sealed with a key that only nodes of one store have. Redis and the network can neither read nor write one,
 * nor deliver it twice, half a minute late, or on another topic. They can still lose and delay it.
 *
 * Layout: version (1 byte), sender (16), stamp (8), ciphertext, tag (16). AES-256-GCM. Each sender has a key of its own, derived
 * from the shared one, so that the stamp, which only rises, can be the nonce and none is ever used twice.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '@service/protocol';
import type { Clock } from '../runtime/clock.js';
import { BUS_LIMITS } from '../runtime/limits.js';

const VERSION = 1;
const SENDER_END = 17;
const STAMP_END = 25;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Why a message is not delivered:
 * - `own`: this node wrote it and has delivered it already.
 * - `foreign`: another version's form.
 * - `forged`: not written with this key, not for this topic, changed on its way, or too large.
 * - `late`: written longer ago, or further ahead, than clocks and networks explain.
 * - `repeated`: its sender has written a later one, which was heard.
 */
export type Refusal = 'own' | 'foreign' | 'forged' | 'late' | 'repeated';

export type Opened = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: Refusal };

interface Sender {
  readonly key: Uint8Array;
  /** Of the last message that was opened, in microseconds. */
  stamp: number;
}

export class MessageSealer {
  /** Names the installation on a Redis that several share. Made from the key, and says nothing about it. */
  readonly installation: string;
  #own: Buffer;
  #ownKey: Uint8Array;
  #stamp = 0;
  /** This node's id before its clock was set back. */
  #ownBefore: Buffer | null = null;
  /** Senders that have proved to have the key, and wrote lately. */
  readonly #heard = new Map<string, Sender>();

  /** @param key the same on all nodes of a store, and known to no one else */
  constructor(
    private readonly key: string,
    private readonly random: RandomBytes,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.installation = Buffer.from(hkdfSync('sha256', key, '', 'bus channels', 9)).toString('base64url');
    this.#own = Buffer.from(random(16));
    this.#ownKey = this.#keyOf(this.#own);
  }

  seal(topic: string, text: string): Buffer {
    if (this.#stamp / 1_000 - this.clock.now() > BUS_LIMITS.messageLifeMs / 2) this.#startAnew();
    this.#stamp = Math.max(this.clock.now() * 1_000, this.#stamp + 1);
    const head = Buffer.alloc(STAMP_END);
    head.writeUInt8(VERSION, 0);
    this.#own.copy(head, 1);
    head.writeBigUInt64BE(BigInt(this.#stamp), SENDER_END);
    const cipher = createCipheriv(CIPHER, this.#ownKey, nonceOf(head), { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.concat([head, Buffer.from(topic)]));
    return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  open(topic: string, sealed: Buffer): Opened {
    if (sealed.length === 0 || sealed[0] !== VERSION) return { ok: false, why: 'foreign' };
    if (sealed.length < STAMP_END + TAG_BYTES || sealed.length > BUS_LIMITS.messageBytes) return refused('forged');
    const id = sealed.subarray(1, SENDER_END);
    if (id.equals(this.#own) || this.#ownBefore?.equals(id)) return refused('own');
    const name = id.toString('latin1');
    const known = this.#heard.get(name);
    const stamp = Number(sealed.readBigUInt64BE(SENDER_END));
    if (known && stamp <= known.stamp) return refused('repeated');
    const key = known?.key ?? this.#keyOf(id);
    const text = decrypt(key, topic, sealed);
    if (text === null) return refused('forged');
    if (Math.abs(stamp / 1_000 - this.clock.now()) > BUS_LIMITS.messageLifeMs) return refused('late');
    if (known) known.stamp = stamp;
    else this.#remember(name, { key, stamp });
    return { ok: true, text };
  }

  /** As another sender. Stamps that only rise would be ahead of a clock that was set back, and refused until it has caught up. */
  #startAnew(): void {
    this.#ownBefore = this.#own;
    this.#own = Buffer.from(this.random(16));
    this.#ownKey = this.#keyOf(this.#own);
    this.#stamp = 0;
  }

  /** Forgets the senders whose messages are all too old to be delivered again. */
  #remember(name: string, sender: Sender): void {
    const since = (this.clock.now() - BUS_LIMITS.messageLifeMs) * 1_000;
    for (const [other, { stamp }] of this.#heard) if (stamp < since) this.#heard.delete(other);
    this.#heard.set(name, sender);
  }

  #keyOf(sender: Uint8Array): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.key, sender, 'bus', 32));
  }
}

const refused = (why: Refusal): Opened => ({ ok: false, why });

function nonceOf(message: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(4), message.subarray(SENDER_END, STAMP_END)]);
}

/** Null: it was not sealed with this key for this topic. */
function decrypt(key: Uint8Array, topic: string, sealed: Buffer): string | null {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(sealed), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([sealed.subarray(0, STAMP_END), Buffer.from(topic)]));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(STAMP_END, end)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
