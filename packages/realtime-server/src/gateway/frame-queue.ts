/** Frames of one socket that wait before it is no longer read from; it is read from again when half of them are served. */
const MAX_WAITING = 40;

/** Serves the frames of one socket one after the other: otherwise two messages could overtake each other. */
export class FrameQueue {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private full = false;

  /** `onFull`: while a store hangs, a client that goes on sending would fill the memory. */
  constructor(private readonly onFull: (isFull: boolean) => void) {}

  get isFull(): boolean {
    return this.full;
  }

  /** `serve` must not reject. */
  add(serve: () => Promise<void>): void {
    this.waiting += 1;
    if (this.waiting === MAX_WAITING) this.setFull(true);
    this.last = this.last.then(serve).then(() => {
      this.waiting -= 1;
      if (this.full && this.waiting <= MAX_WAITING / 2) this.setFull(false);
    });
  }

  /** Resolves when all frames that wait now were served. */
  drained(): Promise<void> {
    return this.last;
  }

  /** Reads again: the closing handshake comes over the same socket. */
  release(): void {
    if (this.full) this.setFull(false);
  }

  private setFull(isFull: boolean): void {
    this.full = isFull;
    this.onFull(isFull);
  }
}
