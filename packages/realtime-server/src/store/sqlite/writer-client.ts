import { setTimeout } from 'node:timers';
import type { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../store.js';
import type { CommandName } from './store-queries.js';
import {
  GATHER_MS,
  MAX_BATCH,
  MIN_BATCH,
  type WriteAnswer,
  type WriteRequest,
  type WriterData,
  type WriterMessage,
} from './writer-protocol.js';
import type { WriterThread } from './writer-thread.js';

interface Waiting extends WriteRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * The store's side of the writer thread. A message to another thread costs as much as a write, so one message carries all
 * commands that came while the writer wrote.
 */
export class WriterClient {
  /** Resolves when the thread has ended. */
  readonly ended: Promise<void>;
  // Arrays, made anew each time. A Map that is filled and emptied all the time keeps its old layouts, with all they held, until
  // the next full collection; under load that took a tenth of a second.
  #waiting: Waiting[] = [];
  /** The batches that the writer has and has not answered. It answers them in order. */
  #sent: (readonly Waiting[])[] = [];
  #scheduled = false;
  #broken: Error | null = null;
  #closing = false;

  private constructor(
    private readonly writer: Worker,
    private readonly onBroken: (error: Error) => void,
  ) {
    writer.on('message', (answers: readonly WriteAnswer[]) => this.#settle(answers));
    writer.on('error', (error) => this.#end(`The writer thread failed: ${(error as Error).message}`));
    this.ended = new Promise((resolve) => {
      writer.once('exit', () => {
        this.#end(this.#closing ? 'The store is closed.' : 'The writer thread has ended.');
        resolve();
      });
    });
  }

  /** @throws what the thread failed with when it opened the database. */
  static async open(
    { worker, failed }: WriterThread,
    data: WriterData,
    onBroken: (error: Error) => void,
    warn: (what: string) => void,
  ): Promise<WriterClient> {
    const ready = new Promise<void>((resolve) => {
      const hear = (message: WriterMessage): void => {
        if (typeof message === 'object' && 'warning' in message) return warn(message.warning);
        worker.off('message', hear);
        resolve();
      };
      worker.on('message', hear);
    });
    worker.postMessage(data);
    await Promise.race([ready, failed]);
    return new WriterClient(worker, onBroken);
  }

  /** Resolves after the commit is on disk. */
  send(command: CommandName, input: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => this.#add({ command, input, resolve, reject }));
  }

  /** Writes what was sent before, and ends the thread. */
  async close(): Promise<void> {
    this.#closing = true;
    while (this.#waiting.length > 0) this.#handOver();
    this.writer.postMessage('close');
    await this.ended;
  }

  #add(command: Waiting): void {
    if (this.#broken) return command.reject(this.#broken);
    this.#waiting.push(command);
    // A full batch lies ready behind the one that is being written, or the writer would wait until this thread hears it.
    if (this.#waiting.length >= MAX_BATCH && this.#sent.length === 1) return this.#handOver();
    if (this.#sent.length > 0 || this.#scheduled) return;
    this.#scheduled = true;
    // After all sockets of this turn were read, so that their commands share one flush.
    setImmediate(() => this.#handOver());
  }

  #handOver(): void {
    this.#scheduled = false;
    if (this.#waiting.length === 0) return;
    const batch = this.#waiting.slice(0, MAX_BATCH);
    this.#waiting = this.#waiting.slice(MAX_BATCH);
    this.#sent = [...this.#sent, batch];
    this.writer.postMessage(batch.map(({ command, input }): WriteRequest => ({ command, input })));
  }

  #settle(answers: readonly WriteAnswer[]): void {
    const [answered = [], ...later] = this.#sent;
    this.#sent = later;
    answers.forEach((answer, i) => {
      const { resolve, reject } = answered[i] as Waiting;
      if (answer.ok) resolve(answer.value);
      else reject(new StoreUnavailable(answer.message));
    });
    if (this.#waiting.length >= MIN_BATCH) this.#handOver();
    else if (this.#waiting.length > 0 && this.#sent.length === 0 && !this.#scheduled) {
      this.#scheduled = true;
      setTimeout(() => this.#handOver(), GATHER_MS);
    }
  }

  #end(why: string): void {
    if (this.#broken) return;
    const error = new StoreUnavailable(why);
    this.#broken = error;
    for (const { reject } of [...this.#sent.flat(), ...this.#waiting]) reject(error);
    this.#sent = [];
    this.#waiting = [];
    if (!this.#closing) this.onBroken(error);
  }
}
