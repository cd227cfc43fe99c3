/**
 * Slots for answers in one process. They are shared as `fair-queue.ts` has it. An answer that waits for a visitor's page hands its slot
 * over, and takes its turn again for the next words. An address that has begun many answers lately begins the next ones later: an
 * answer costs the processor a hundred times what its question costs.
 */
import type { Clock } from '../../runtime/clock.js';
import { ANSWER_LIMITS } from '../../runtime/limits.js';
import { FairPlaces, FairQueue, type Release, type Share } from '../../runtime/shares/fair-queue.js';
import { Pace } from '../../runtime/shares/pace.js';
import { RecentUse } from '../../runtime/shares/recent-use.js';
import type { AnswerJob, ClaimShare } from '../../store/port/answer-jobs.js';
import type { VisitorAddresses } from '../sessions/visitor-addresses.js';

const {
  running,
  waitingForPage,
  perVisitor,
  begunAtAddress,
  begunHalfLifeMs,
  stepEveryMs,
  stepAfterPageEveryMs,
  stepWaitMs,
} = ANSWER_LIMITS;
/** Jobs of one inbox in one claim. The store knows no addresses, so what each address holds is looked at after so many. */
const MOST_PER_CLAIM = 32;

/** What may be claimed now: so many jobs, with these left out. */
export interface ClaimRoom extends ClaimShare {
  readonly limit: number;
}

/** The slot of one answer. */
interface Slot {
  readonly share: Share;
  release: Release;
}

export class AnswerSlots {
  private readonly queue: FairQueue;
  private readonly waiting = new FairPlaces({ places: waitingForPage, perPeer: perVisitor });
  /** By job. */
  private readonly slots = new Map<string, Slot>();
  /** How many answers were begun lately, by address. */
  private readonly begun: RecentUse;
  /** Addresses that had begun too many when they were last looked at. */
  private readonly eager = new Set<string>();
  private readonly steps: Pace;
  /** Each ends the wait of one step. */
  private readonly waits = new Set<() => void>();
  private isPaced = true;

  constructor(
    private readonly clock: Pick<Clock, 'now' | 'after'>,
    private readonly addresses: Pick<VisitorAddresses, 'of' | 'contactsAt'>,
    private readonly onFree: () => void,
  ) {
    this.begun = new RecentUse(clock, begunHalfLifeMs);
    this.steps = new Pace(clock.now, 0, stepWaitMs);
    this.queue = new FairQueue(clock, {
      running: { places: running, perPeer: perVisitor },
      // At most as many take their turn again as may wait for a page.
      waiting: { places: Number.POSITIVE_INFINITY, perPeer: Number.POSITIVE_INFINITY },
    });
  }

  /** The slots that are left, as the store can share them out. */
  room(): ClaimRoom {
    const places = this.queue.running;
    const held = [...this.slots.values()].map(({ share }) => share);
    for (const address of this.eager) if (this.begun.of(address) < begunAtAddress) this.eager.delete(address);
    const [full, inboxes, contacts] = [new Set(this.eager), new Set<string>(), new Set<string>()];
    let mostHeld = 0;
    for (const share of held) {
      const by = places.fullFor(share);
      if (by === 'inbox') inboxes.add(share.inbox);
      else mostHeld = Math.max(mostHeld, places.heldBy(share.inbox));
      if (by === 'peer') contacts.add(share.peer);
      if (by === 'address' && share.address !== null) full.add(share.address);
    }
    for (const contact of this.addresses.contactsAt(full)) contacts.add(contact);
    // Those whose turn it is after a page has answered come before new answers.
    const limit = Math.max(0, places.free - this.queue.waitingCount);
    return {
      limit,
      // So that no inbox holds more than are free afterwards.
      perInbox: Math.max(1, Math.min(MOST_PER_CLAIM, Math.floor((places.free - mostHeld) / 2))),
      perContact: perVisitor,
      withoutInboxes: [...inboxes],
      withoutContacts: [...contacts],
    };
  }

  /** The claimed job has a slot until `end`. Resolves when its first step may begin. */
  begin({ id, inbox, contact }: Pick<AnswerJob, 'id' | 'inbox' | 'contact'>): Promise<void> {
    const address = this.addresses.of(contact);
    const share: Share = { inbox, address, peer: contact };
    if (address !== null) {
      this.begun.add(address, 1);
      if (this.begun.of(address) >= begunAtAddress) this.eager.add(address);
    }
    this.slots.set(id, { share, release: this.queue.hold(share) });
    return this.stepAt(address, stepEveryMs);
  }

  end(job: string): void {
    this.slots.get(job)?.release();
    this.slots.delete(job);
    this.onFree();
  }

  /**
   * Hands the slot over while `work` waits for the visitor's page, and takes its turn afterwards. While too many wait already, the
   * answer goes on holding its slot. A job of another process is not counted here.
   */
  async whileWaiting<T>(job: string, work: () => Promise<T>): Promise<T> {
    const slot = this.slots.get(job);
    if (!slot || this.waiting.fullFor(slot.share) !== null) return work();
    const leave = this.waiting.hold(slot.share);
    slot.release();
    this.onFree();
    try {
      return await work();
    } finally {
      leave();
      await this.takeTurn(job, slot);
    }
  }

  /** No step waits for its turn any more: answers are given back, and the process ends. */
  endPace(): void {
    this.isPaced = false;
    for (const end of [...this.waits]) end();
  }

  /** Resolves when the step may begin. */
  private async stepAt(address: string | null, everyMs: number): Promise<void> {
    const wait = this.isPaced ? this.steps.wait(address, everyMs) : 0;
    if (wait === 0) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        cancel();
        this.waits.delete(end);
        resolve();
      };
      const cancel = this.clock.after(wait, end);
      this.waits.add(end);
    });
  }

  private async takeTurn(job: string, slot: Slot): Promise<void> {
    if (this.slots.get(job) !== slot) return;
    await this.stepAt(slot.share.address, stepAfterPageEveryMs);
    const release = await this.queue.enterOrHold(slot.share);
    // It may have ended meanwhile.
    if (this.slots.get(job) === slot) slot.release = release;
    else release();
  }
}
