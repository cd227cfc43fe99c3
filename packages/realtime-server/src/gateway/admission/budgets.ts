/** How often visitors may do what, by session and by address. */
import { FRAME_LIMITS } from '@service/protocol';
import { TokenBucket } from '../../runtime/token-bucket.js';
import { ADMISSION_LIMITS } from './admission-limits.js';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number };

/** What a session may do, and what all sessions at one address may, together. */
interface FrameBudgets {
  /** For what makes rows. */
  readonly appends: TokenBucket;
  /** For what reads many rows. */
  readonly reads: TokenBucket;
  /** For what changes rows, and adds none. */
  readonly signals: TokenBucket;
  /** For requests for a person. */
  readonly handoffs: TokenBucket;
}

/** What all sessions at one address may do, together. */
export interface AddressBudgets extends FrameBudgets {
  /** For the characters that searches go through. */
  readonly searched: TokenBucket;
}

/** What the sockets of one session may do, together. */
export interface SessionBudgets extends FrameBudgets {
  /** There is one at a time. */
  readonly search: { isUnderWay: boolean };
  /** For messages and signals while others have used up the budget of the address. */
  readonly beyondAddress: { readonly appends: TokenBucket; readonly signals: TokenBucket };
}

/** What one socket may do in its session. */
export interface SocketBudgets extends SessionBudgets {
  /** Null: the address is not counted. */
  readonly address: AddressBudgets | null;
  /** For what is stored for good: see `StoredBytes.take` and `StoredBytes.charge`. */
  readonly stored: { take(jsonBytes: number): Verdict; charge(jsonBytes: number): void };
}

export function sessionBudgets(now: number): SessionBudgets {
  const limits = ADMISSION_LIMITS;
  return {
    search: { isUnderWay: false },
    appends: new TokenBucket(FRAME_LIMITS.appendsPerSecond, FRAME_LIMITS.appendBurst, now),
    reads: new TokenBucket(limits.readsPerSecond, limits.readBurst, now),
    signals: new TokenBucket(limits.signalsPerSecond, limits.signalBurst, now),
    handoffs: new TokenBucket(limits.handoffsPerSecond, limits.handoffBurst, now),
    beyondAddress: {
      appends: new TokenBucket(limits.appendsBeyondAddressPerSecond, limits.appendsBeyondAddressBurst, now),
      signals: new TokenBucket(limits.signalsBeyondAddressPerSecond, limits.signalsBeyondAddressBurst, now),
    },
  };
}

/** Nothing is missing in any of them: new ones would be the same. */
export function areFull({ appends, reads, signals, handoffs, beyondAddress }: SessionBudgets, now: number): boolean {
  const all = [appends, reads, signals, handoffs, beyondAddress.appends, beyondAddress.signals];
  return all.every((bucket) => bucket.isFull(now));
}

export function addressBudgets(now: number): AddressBudgets {
  const limits = ADMISSION_LIMITS;
  return {
    appends: new TokenBucket(limits.addressAppendsPerSecond, limits.addressAppendBurst, now),
    reads: new TokenBucket(limits.addressReadsPerSecond, limits.addressReadBurst, now),
    signals: new TokenBucket(limits.addressSignalsPerSecond, limits.addressSignalBurst, now),
    handoffs: new TokenBucket(limits.addressHandoffsPerSecond, limits.addressHandoffBurst, now),
    searched: new TokenBucket(limits.addressSearchedPerSecond, limits.addressSearchedBurst, now),
  };
}
