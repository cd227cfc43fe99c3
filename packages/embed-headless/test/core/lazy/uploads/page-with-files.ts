/** Pages that upload files. The test plays their server; its end ends them. */
import type { Attachment, ClientFrame, ServerFrame } from '@service/protocol';
import { afterEach } from 'vitest';
import { createInnerChatClient } from '../../../../src/core/client.js';
import { deferred } from '../../../../src/core/features/deferred.js';
import type { ChatClient, OwnMessage } from '../../../../src/core/index.js';
import { clientTools } from '../../../../src/core/lazy/client-tools/client-tools.js';
import { identity } from '../../../../src/core/lazy/identity/identity.js';
import { uploads } from '../../../../src/core/lazy/uploads/uploads.js';
import type { FeatureName } from '../../../../src/core/state/feature-names.js';
import type { FileEvents, FileToSend, Ports, SocketEvents } from '../../../../src/platform/ports.js';

export const TOKEN = `cws_${'a'.repeat(43)}`;
export const OTHER_TOKEN = `cws_${'b'.repeat(43)}`;
export const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
export const VISITOR = { kind: 'visitor', id: 'ctc_aaaaaaaaaaaaaaaaaaaa' } as const;
export const attachment = (n: number, over: Partial<Attachment> = {}): Attachment => ({
  id: `att_${String(n).padStart(32, '0')}`,
  name: `file-${n}.txt`,
  type: 'text/plain',
  size: 5,
  ...over,
});
export const file = (name = 'notes.txt', content = 'hello') => new File([content], name, { type: 'text/plain' });
export const limits = {
  frameBytes: 65_536,
  textLength: 8_000,
  outboxItems: 100,
  pingEveryMs: 25_000,
  pingTimeoutMs: 10_000,
};

interface Transfer extends FileEvents {
  readonly what: FileToSend;
  stopped: boolean;
  done(n: number): void;
  refuse(status: number, code: string): void;
}

export const FEATURES = { deferred, identity, uploads, clientTools };
/** Calls back synchronously. A promise would let other inputs happen first. */
// biome-ignore lint/suspicious/noThenProperty: it replaces a promise that is fulfilled already
const atOnce = (value: unknown) => ({ then: (arrived: (value: unknown) => void) => arrived(value) });

let minted = 0;

/** One page on a storage that outlives it. The test plays the server and advances the clock. */
export class Page {
  readonly sent: ClientFrame[] = [];
  readonly transfers: Transfer[] = [];
  readonly client: ChatClient;
  link: unknown = null;
  asked: string[] = [];
  late: ((name: FeatureName) => Promise<unknown>) | null = null;
  private socket: SocketEvents | null = null;
  private now = 1_700_000_000_000;
  private timers: { readonly at: number; readonly run: () => void }[] = [];

  constructor(readonly storage = new Map<string, string>()) {
    this.client = createInnerChatClient(
      { inboxId: 'demo', baseUrl: 'http://chat', hostOrigin: 'http://shop' },
      {
        clock: {
          now: () => this.now,
          after: (ms, run) => {
            const timer = { at: this.now + ms, run };
            this.timers.push(timer);
            return () => {
              this.timers = this.timers.filter((each) => each !== timer);
            };
          },
        },
        random: {
          fraction: () => 1,
          bytes: (count) => {
            minted += 1;
            return new Uint8Array(count).fill(minted);
          },
        },
        openSocket: (_url, _protocol, events) => {
          this.socket = events;
          return { send: (text) => void this.sent.push(JSON.parse(text)), close: () => undefined };
        },
        storage: {
          durable: true,
          get: (key) => storage.get(key) ?? null,
          set: (key, value) => storage.set(key, value) === storage,
          remove: (key) => void storage.delete(key),
          keys: (prefix) => [...storage.keys()].filter((key) => key.startsWith(prefix)),
          watch: () => () => undefined,
        },
        tabs: { alone: (_name, work) => work(), present: () => () => undefined, held: async () => new Set() },
        page: { online: () => true, visible: () => true, watch: () => () => undefined },
        // Synchronous, unless the test delays the code.
        load: ((name: FeatureName) => (this.late ? this.late(name) : atOnce(FEATURES[name]))) as unknown as NonNullable<
          Ports['load']
        >,
        files: {
          send: (what, events) => {
            const transfer: Transfer = {
              ...events,
              what,
              stopped: false,
              done: (n) => events.answered(201, { attachment: attachment(n) }),
              refuse: (status, code) => events.answered(status, { code, message: '' }),
            };
            this.transfers.push(transfer);
            return () => {
              transfer.stopped = true;
            };
          },
          ask: async (url) => {
            this.asked.push(url);
            return this.link;
          },
        },
      },
    );
  }

  pass(ms: number): void {
    this.now += ms;
    const due = this.timers.filter((timer) => timer.at <= this.now);
    this.timers = this.timers.filter((timer) => timer.at > this.now);
    for (const { run } of due) run();
  }

  receive(...frames: ServerFrame[]): void {
    for (const frame of frames) this.socket?.message(JSON.stringify(frame));
  }

  async connected(session = TOKEN, conversation = CNV): Promise<this> {
    this.client.connect();
    await settled();
    this.socket?.opened();
    this.receive(
      { t: 'welcome', v: 1, session, visitor: VISITOR, conversation, now: 0, limits },
      {
        t: 'following',
        conversation,
        epoch: 'epoch-0001',
        head: 0,
        mode: 'snapshot',
        from: 1,
        read: 0,
        handler: 'agent',
      },
      { t: 'live', conversation, head: 0 },
    );
    await settled();
    return this;
  }

  cut(code = 1006): void {
    this.socket?.closed(code, '');
  }

  ack(seq = 1): void {
    const last = this.appends.at(-1);
    if (last) this.receive({ t: 'ack', conversation: CNV, clientId: last.clientId, seq, at: 0 });
  }

  state(upload: string | null | undefined) {
    return this.client.getState().uploads.find(({ id }) => id === upload) ?? null;
  }

  get appends() {
    return this.sent.filter((frame) => frame.t === 'append');
  }

  get own(): OwnMessage[] {
    return this.client.getState().timeline.filter((entry) => entry.type === 'own');
  }
}

export const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await null;
};

const pages: Page[] = [];
export const open = (storage?: Map<string, string>): Page => {
  const page = new Page(storage);
  pages.push(page);
  return page;
};
afterEach(() => {
  for (const page of pages.splice(0)) page.client.destroy();
});
