/**
 * Counts what visitors add to the store, by visitor, address and inbox, each over a day. In the memory of the node: a row for each
 * count would cost every message a page of its commit. Not for uploads, whose rows are counted in the store.
 */
import { STORED_BYTES_LIMITS } from '../../runtime/limits.js';
import { MOST_REMEMBERED, putLast } from '../../runtime/shares/put-last.js';
import { TokenBucket } from '../../runtime/token-bucket.js';

const DAY_S = 86_400;

export type StoredBytesLimits = { readonly [Name in keyof typeof STORED_BYTES_LIMITS]: number };

/** Who writes. `address` is null where addresses are not counted. */
export interface Writer {
  readonly contact: string;
  readonly address: string | null;
  readonly inbox: string;
}

type Verdict = ReturnType<TokenBucket['take']>;

/** Of one visitor. */
interface VisitorCounts {
  readonly all: TokenBucket;
  /** What is left when the address or the inbox has nothing more. */
  readonly own: TokenBucket;
}

export class StoredBytes {
  /**
   * By contact; who wrote last is last. A full bucket is forgotten anyway, but one message needs half an hour until it is. What the
   * address and the inbox of a forgotten visitor have used is not forgotten.
   */
  private readonly visitors = new Map<string, VisitorCounts>();
  /** Of addresses and inboxes. A bucket is full again soon after its last use, and forgotten then. */
  private readonly shared = new Map<string, TokenBucket>();

  /** `now` is Unix milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly limits: StoredBytesLimits = STORED_BYTES_LIMITS,
  ) {}

  /**
   * Whether the writer may store a frame with so many bytes of JSON, which are counted then. Beyond what the address or the inbox
   * may, each visitor still has a little of their own: what is refused is more, not others.
   */
  take(writer: Writer, jsonBytes: number): Verdict {
    const { limits } = this;
    const bytes = jsonBytes + limits.rowBytes;
    const counts = this.countsOf(writer.contact);
    const visitor = counts.all.take(this.now(), bytes);
    if (!visitor.ok) return visitor;
    const own = counts.own.take(this.now(), bytes);
    const shared = this.takeShared(writer, bytes);
    return own.ok ? own : shared;
  }

  /** Counts a frame that can't be refused: the next `take` may be. */
  charge({ contact, address, inbox }: Writer, jsonBytes: number): void {
    const { limits } = this;
    const bytes = jsonBytes + limits.rowBytes;
    this.countsOf(contact).all.charge(this.now(), bytes);
    if (address !== null) this.bucket('address', address, limits.addressBytesPerDay).charge(this.now(), bytes);
    this.bucket('inbox', inbox, limits.inboxBytesPerDay).charge(this.now(), bytes);
  }

  /**
   * Whether a session may begin there: it is stored too, and its visitor would have bytes of their own. `inbox` is null when there is no
   * such inbox, which costs the address the same.
   */
  takeSession(of: { readonly address: string | null; readonly inbox: string | null }): Verdict {
    return this.takeShared(of, this.limits.rowBytes);
  }

  /** Forgets what is full again. */
  evict(now: number): void {
    for (const [contact, { all, own }] of this.visitors)
      if (all.isFull(now) && own.isFull(now)) this.visitors.delete(contact);
    for (const [key, bucket] of this.shared) if (bucket.isFull(now)) this.shared.delete(key);
  }

  /** How many counts are remembered. */
  get size(): number {
    return this.visitors.size + this.shared.size;
  }

  /** From both or from neither: what one inbox refuses costs the address nothing in another. */
  private takeShared({ address, inbox }: Parameters<StoredBytes['takeSession']>[0], bytes: number): Verdict {
    const { limits } = this;
    const ofAddress = address === null ? null : this.bucket('address', address, limits.addressBytesPerDay);
    const verdict = ofAddress?.take(this.now(), bytes) ?? { ok: true };
    if (!verdict.ok || inbox === null) return verdict;
    const inInbox = this.bucket('inbox', inbox, limits.inboxBytesPerDay).take(this.now(), bytes);
    if (!inInbox.ok) ofAddress?.putBack(bytes);
    return inInbox;
  }

  private countsOf(contact: string): VisitorCounts {
    const { visitorBytesPerDay, ownBytesPerDay } = this.limits;
    const counts = this.visitors.get(contact) ?? {
      all: this.perDay(visitorBytesPerDay),
      own: this.perDay(ownBytesPerDay),
    };
    putLast(this.visitors, contact, counts, MOST_REMEMBERED);
    return counts;
  }

  private bucket(kind: 'address' | 'inbox', name: string, bytesPerDay: number): TokenBucket {
    const key = `${kind} ${name}`;
    const bucket = this.shared.get(key) ?? this.perDay(bytesPerDay);
    this.shared.set(key, bucket);
    return bucket;
  }

  private perDay(bytes: number): TokenBucket {
    return new TokenBucket(bytes / DAY_S, bytes, this.now());
  }
}
