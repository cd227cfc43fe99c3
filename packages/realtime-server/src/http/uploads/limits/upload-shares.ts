/** What uploads of a node share: places at the same moment, and the bytes that a visitor and an address have sent lately. */
import type { Clock } from '../../../runtime/clock.js';
import { FairPlaces, type FullFor, type Share } from '../../../runtime/shares/fair-queue.js';
import { Pace } from '../../../runtime/shares/pace.js';
import { RecentUse } from '../../../runtime/shares/recent-use.js';
import type { UploadPlace } from './incoming-files.js';
import { UPLOAD_LIMITS } from './upload-limits.js';

export type BegunUpload =
  | { readonly ok: true; readonly place: UploadPlace; readonly end: () => void }
  | { readonly ok: false; readonly code: 'busy' | 'rate_limited' | 'upload_quota' };

/** Others at the same address, or none at all, may use what is left; the sender is asked to come back either way. */
const CODES = { peer: 'rate_limited', address: 'rate_limited', inbox: 'busy', all: 'busy' } as const satisfies Record<
  FullFor,
  string
>;

export class UploadShares {
  private readonly places = new FairPlaces({
    places: UPLOAD_LIMITS.uploadPlaces,
    perPeer: UPLOAD_LIMITS.uploadsAtOnce,
  });
  private readonly sentBytes: RecentUse;
  private readonly pace: Pace;

  constructor(clock: Pick<Clock, 'now'>) {
    this.pace = new Pace(clock.now, msOf(UPLOAD_LIMITS.addressBurstBytes), UPLOAD_LIMITS.pieceWaitMs);
    this.sentBytes = new RecentUse(clock, UPLOAD_LIMITS.sentHalfLifeMs);
  }

  /**
   * `announced` is counted at once, so that uploads at the same moment can't exceed the limit together; at the end what was received
   * counts, also of a file that is refused. Call `end` once.
   */
  begin(share: Share, announced: number): BegunUpload {
    const full = this.places.fullFor(share);
    if (full !== null) return { ok: false, code: CODES[full] };
    if (this.hasSentTooMuch(share, announced)) return { ok: false, code: 'upload_quota' };
    const release = this.places.hold(share);
    let counted = announced;
    let received = 0;
    this.count(share, counted);
    return {
      ok: true,
      place: {
        isHurried: () => this.places.free < UPLOAD_LIMITS.uploadPlaces / 2,
        received: (bytes) => {
          received += bytes;
          if (received > counted) {
            this.count(share, received - counted);
            counted = received;
          }
          return this.pace.wait(share.address, msOf(bytes));
        },
      },
      end: () => {
        release();
        this.count(share, received - counted);
      },
    };
  }

  private hasSentTooMuch({ peer, address }: Share, more: number): boolean {
    return (
      this.sentBytes.of(`peer ${peer}`) + more > UPLOAD_LIMITS.visitorSentBytes ||
      (address !== null && this.sentBytes.of(`address ${address}`) + more > UPLOAD_LIMITS.addressSentBytes)
    );
  }

  private count({ peer, address }: Share, bytes: number): void {
    this.sentBytes.add(`peer ${peer}`, bytes);
    if (address !== null) this.sentBytes.add(`address ${address}`, bytes);
  }
}

/** In what time uploads of one address may bring so many bytes. */
const msOf = (bytes: number): number => (bytes / UPLOAD_LIMITS.addressBytesPerSecond) * 1_000;
