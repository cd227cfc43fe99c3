/**
 * Erases visitors who have been inactive for `retentionDays` of their inbox, revocations that no token can precede any more, and
 * blocks that were taken back long ago. It works in batches, because a first run may find years of data. It runs on every node;
 * the store lets only one at a time do it.
 */
import type { InboxLookup } from '../../inbox/inbox.js';
import { type Clock, delay } from '../../runtime/clock.js';
import { BLOCK_LIMITS } from '../../runtime/limits.js';
import type { Store } from '../../store/store.js';
import { REVOCATION_LIFETIME_MS } from './revoked-identities.js';

const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
const HELPING = 100;
/** Between two helpings: visitors come first. */
const PAUSE_MS = 200;

export interface RetentionDeps {
  readonly store: Pick<Store, 'eraseInactive' | 'forgetRevocations' | 'forgetBlocks'>;
  readonly inboxes: Pick<InboxLookup, 'list'>;
  readonly clock: Clock;
  /** Uniform in [0, 1): nodes that started together must not all ask in the same moment. */
  readonly fraction: () => number;
  readonly onForgotten: (inbox: string, contacts: number) => void;
  readonly onFailure: (error: unknown) => void;
}

export class Retention {
  private cancel: (() => void) | null = null;
  private stopped = false;

  constructor(private readonly deps: RetentionDeps) {}

  start(): void {
    this.later(FIRST_AFTER_MS);
  }

  stop(): void {
    this.stopped = true;
    this.cancel?.();
  }

  private later(ms: number): void {
    if (this.stopped) return;
    this.cancel = this.deps.clock.after(ms * (0.8 + this.deps.fraction() * 0.4), () => {
      void this.forget().then(() => this.later(EVERY_MS));
    });
  }

  private async forget(): Promise<void> {
    const { store, inboxes, clock, onForgotten, onFailure } = this.deps;
    await store.forgetRevocations(clock.now() - REVOCATION_LIFETIME_MS).catch(onFailure);
    await store.forgetBlocks(clock.now(), clock.now() - BLOCK_LIMITS.endedDays * DAY_MS).catch(onFailure);
    for (const { id, retentionDays } of inboxes.list()) {
      if (retentionDays === null) continue;
      let contacts = 0;
      try {
        while (!this.stopped) {
          const gone = await store.eraseInactive(id, clock.now() - retentionDays * DAY_MS, HELPING);
          if (gone === 0) break;
          contacts += gone;
          await delay(clock, PAUSE_MS);
        }
      } catch (error) {
        onFailure(error);
      }
      if (contacts > 0) onForgotten(id, contacts);
    }
  }
}
