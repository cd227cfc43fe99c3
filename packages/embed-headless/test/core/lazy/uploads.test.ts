/** Files of a message: uploaded when they are picked, retried, and failed visibly; the message waits for them. */
import { type Attachment, CLOSE, type ClientFrame, FILE_LIMITS, type ServerFrame } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { deferred } from '../../../src/core/features/deferred.js';
import type { ChatClient, OwnMessage } from '../../../src/core/index.js';
import { clientTools } from '../../../src/core/lazy/client-tools/client-tools.js';
import { identity } from '../../../src/core/lazy/identity/identity.js';
import { uploads } from '../../../src/core/lazy/uploads/uploads.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { FileEvents, FileToSend, Ports, SocketEvents } from '../../../src/platform/ports.js';

const TOKEN = `cws_${'a'.repeat(43)}`;
const OTHER_TOKEN = `cws_${'b'.repeat(43)}`;
const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const VISITOR = { kind: 'visitor', id: 'ctc_aaaaaaaaaaaaaaaaaaaa' } as const;
const attachment = (n: number, over: Partial<Attachment> = {}): Attachment => ({
  id: `att_${String(n).padStart(32, '0')}`,
  name: `file-${n}.txt`,
  type: 'text/plain',
  size: 5,
  ...over,
});
const file = (name = 'notes.txt', content = 'hello') => new File([content], name, { type: 'text/plain' });
const limits = { frameBytes: 65_536, textLength: 8_000, outboxItems: 100, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };

interface Transfer extends FileEvents {
  readonly what: FileToSend;
  stopped: boolean;
  done(n: number): void;
  refuse(status: number, code: string): void;
}

const FEATURES = { deferred, identity, uploads, clientTools };
/** Calls back synchronously. A promise would let other inputs happen first. */
// biome-ignore lint/suspicious/noThenProperty: it replaces a promise that is fulfilled already
const atOnce = (value: unknown) => ({ then: (arrived: (value: unknown) => void) => arrived(value) });

let minted = 0;

/** One page on a storage that outlives it. The test plays the server and advances the clock. */
class Page {
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

  state(upload: string | undefined) {
    return this.client.getState().uploads.find(({ id }) => id === upload) ?? null;
  }

  get appends() {
    return this.sent.filter((frame) => frame.t === 'append');
  }

  get own(): OwnMessage[] {
    return this.client.getState().timeline.filter((entry) => entry.type === 'own');
  }
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await null;
};

const pages: Page[] = [];
const open = (storage?: Map<string, string>): Page => {
  const page = new Page(storage);
  pages.push(page);
  return page;
};
afterEach(() => {
  for (const page of pages.splice(0)) page.client.destroy();
});

describe('a file that is picked', () => {
  it('is uploaded at once, with its name and the session, and reports its progress', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file('notes.txt', '0123456789'));
    expect(page.transfers[0]?.what).toMatchObject({ url: 'http://chat/v1/uploads', token: TOKEN, name: 'notes.txt' });
    page.transfers[0]?.progress(4);
    expect(page.state(upload)).toMatchObject({ state: 'sending', loaded: 4, size: 10 });
    page.transfers[0]?.done(1);
    expect(page.state(upload)).toMatchObject({ state: 'done', loaded: 10, problem: null });
    expect(page.appends).toEqual([]);
  });

  it('waits until there is a session, and opens the connection for it', async () => {
    const page = open();
    const upload = page.client.upload(file());
    expect(page.transfers).toEqual([]);
    expect(page.state(upload)?.state).toBe('waiting');
    await page.connected();
    expect(page.transfers).toHaveLength(1);
  });

  it('is uploaded with at most one other at a time', async () => {
    const page = await open().connected();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) page.client.upload(file(name));
    expect(page.transfers.map(({ what }) => what.name)).toEqual(['a.txt', 'b.txt']);
    page.transfers[0]?.done(1);
    expect(page.transfers.map(({ what }) => what.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('that can’t be sent has a problem, and is not uploaded', async () => {
    const page = await open().connected();
    const problem = (blob: File) => page.state(page.client.upload(blob))?.problem?.code;
    expect(problem(file('empty.txt', ''))).toBe('file_empty');
    expect(problem(new File(['<b>'], 'page.html', { type: 'text/html' }))).toBe('file_type');
    expect(problem(file('large.txt', 'x'.repeat(FILE_LIMITS.attachmentBytes + 1)))).toBe('file_too_large');
    expect(page.transfers).toEqual([]);
  });

  it('is refused beyond the number that a message carries', async () => {
    const page = await open().connected();
    const uploads = Array.from({ length: FILE_LIMITS.attachmentsPerMessage + 1 }, () => page.client.upload(file()));
    expect(page.state(uploads.at(-1))?.problem?.code).toBe('too_many_files');
    page.client.discard(uploads[0] as string);
    page.client.retry(uploads.at(-1) as string);
    expect(page.state(uploads.at(-1))?.problem).toBeNull();
  });

  it('is retried after a lost connection, with growing pauses, and at once after a reconnect', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.transfers[0]?.lost();
    expect(page.state(upload)?.state).toBe('waiting');
    page.pass(999);
    expect(page.transfers).toHaveLength(1);
    page.pass(1);
    expect(page.transfers).toHaveLength(2);
    page.transfers[1]?.answered(502, null);
    page.pass(1_999);
    expect(page.transfers).toHaveLength(2);
    page.cut();
    page.pass(60_000);
    await page.connected();
    expect(page.transfers).toHaveLength(3);
    page.transfers[2]?.done(1);
    expect(page.state(upload)?.state).toBe('done');
  });

  it('fails with the reason when the server refuses it, until it is retried', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.transfers[0]?.refuse(429, 'upload_quota');
    page.pass(3_600_000);
    expect(page.state(upload)).toMatchObject({ state: 'failed', problem: { code: 'upload_quota' } });
    await page.connected();
    expect(page.transfers).toHaveLength(1);
    page.client.retry(upload);
    expect(page.transfers).toHaveLength(2);
  });

  it('is stopped and removed when it is discarded', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    expect(page.state(upload)?.file).toBeInstanceOf(Blob);
    page.client.discard(upload);
    expect(page.transfers[0]?.stopped).toBe(true);
    expect(page.state(upload)).toBeNull();
    page.transfers[0]?.done(1);
    expect(page.client.getState().uploads).toEqual([]);
  });
});

describe('a message with files', () => {
  it('is sent when the last of them was uploaded, with their ids of the server', async () => {
    const page = await open().connected();
    const [one, two] = [page.client.upload(file('one.txt')), page.client.upload(file('two.txt'))];
    page.transfers[0]?.done(1);
    page.client.sendMessage('look', [one, two]);
    expect(page.appends).toEqual([]);
    expect(page.client.getState().uploads).toEqual([]);
    expect(page.own[0]).toMatchObject({ text: 'look', delivery: { state: 'sending' } });
    page.transfers[1]?.progress(3);
    expect(page.own[0]?.files).toMatchObject([
      { name: 'one.txt', loaded: 5, file: expect.any(Blob) },
      { name: 'two.txt', loaded: 3, id: two },
    ]);
    page.transfers[1]?.done(2);
    expect(page.appends.map(({ body }) => body)).toEqual([
      { kind: 'message', text: 'look', attachments: [attachment(1).id, attachment(2).id] },
    ]);
    page.ack();
  });

  it('may have files alone, and is shown from the log with their properties', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.transfers[0]?.done(1);
    expect(page.client.sendMessage('', [])).toBeNull();
    const clientId = page.client.sendMessage('', [upload]) as string;
    const picture = attachment(1, { type: 'image/png', width: 40, height: 30 });
    const body = { kind: 'message', text: '', attachments: [picture] } as const;
    const event = { seq: 1, at: 0, by: VISITOR, clientId, body };
    page.receive({ t: 'events', conversation: CNV, epoch: 'epoch-0001', events: [event] });
    expect(page.own).toMatchObject([
      { seq: 1, delivery: { state: 'delivered' }, files: [{ id: picture.id, width: 40, height: 30 }] },
    ]);
  });

  it('delays later messages, so that all are sent in the order of writing', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.client.sendMessage('first', [upload]);
    page.client.sendMessage('second');
    expect(page.appends).toEqual([]);
    page.transfers[0]?.done(1);
    page.ack(1);
    expect(page.appends.map(({ body }) => body.kind === 'message' && body.text)).toEqual(['first', 'second']);
  });

  it('fails with the reason when one of them is refused, and later messages are sent', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    const id = page.client.sendMessage('first', [upload]) as string;
    page.client.sendMessage('second');
    page.transfers[0]?.refuse(422, 'file_unreadable');
    expect(page.own[0]?.delivery).toMatchObject({ state: 'failed', code: 'file_unreadable' });
    expect(page.appends.map(({ body }) => body.kind === 'message' && body.text)).toEqual(['second']);
    page.ack();
    // A retry uploads the file again, and sends a new message.
    page.client.retry(id);
    expect(page.transfers).toHaveLength(2);
    page.transfers[1]?.done(2);
    expect(page.appends.at(-1)?.body).toMatchObject({ text: 'first', attachments: [attachment(2).id] });
    expect(page.appends.at(-1)?.clientId).not.toBe(id);
  });

  it('is sent again with the same files after a reconnect', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.transfers[0]?.done(1);
    page.client.sendMessage('look', [upload]);
    page.cut();
    page.pass(60_000);
    await page.connected();
    expect(page.appends).toHaveLength(2);
    expect(page.appends[1]).toEqual(page.appends[0]);
  });

  it('uploads them again in a new session, which has no access to files of the old one', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    page.transfers[0]?.done(1);
    page.cut(CLOSE.sessionExpired.code);
    page.pass(60_000);
    await page.connected(OTHER_TOKEN, 'cnv_bbbbbbbbbbbbbbbbbbbb');
    expect(page.transfers[1]?.what.token).toBe(OTHER_TOKEN);
    page.transfers[1]?.done(2);
    page.client.sendMessage('look', [upload]);
    expect(page.appends.at(-1)?.body).toMatchObject({ attachments: [attachment(2).id] });
  });
});

describe('a message that waits for its files', () => {
  const OTHER = 'cnv_bbbbbbbbbbbbbbbbbbbb';

  it('is removed with its erased conversation, and so are later messages there', async () => {
    const page = await open().connected();
    page.client.sendMessage('my secret', [page.client.upload(file())]);
    page.client.sendMessage('and more');
    page.client.eraseConversation();
    page.receive({ t: 'erased', conversation: CNV });
    await settled();
    expect(page.transfers[0]?.stopped).toBe(true);
    expect([...page.storage.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
    await page.connected(TOKEN, OTHER);
    expect(page.own).toEqual([]);
    expect(page.appends).toEqual([]);
  });

  it('is sent where it was written when another conversation is erased', async () => {
    const page = await open().connected();
    page.client.sendMessage('look', [page.client.upload(file())]);
    page.receive({ t: 'erased', conversation: OTHER });
    page.transfers[0]?.done(1);
    expect(page.appends).toMatchObject([{ conversation: CNV, body: { text: 'look' } }]);
  });

  it('goes to the next conversation when its session is over, like any other', async () => {
    const page = await open().connected();
    page.client.sendMessage('look', [page.client.upload(file())]);
    page.cut(CLOSE.sessionExpired.code);
    page.pass(60_000);
    await page.connected(OTHER_TOKEN, OTHER);
    expect(page.own).toMatchObject([{ text: 'look', delivery: { state: 'sending' } }]);
    const [stored] = [...page.storage].flatMap(([key, value]) =>
      key.includes('unsent') ? JSON.parse(value).item : [],
    );
    expect(stored).toMatchObject({ conversation: null });
    page.transfers.at(-1)?.done(2);
    expect(page.appends).toMatchObject([{ conversation: OTHER, body: { text: 'look' } }]);
  });
});

describe('files that are picked before their code is loaded', () => {
  const late = async () => {
    const page = await open().connected();
    const arrive: (() => void)[] = [];
    const fail: (() => void)[] = [];
    page.late = (name) =>
      new Promise((resolve, reject) => {
        arrive.push(() => resolve(FEATURES[name]));
        fail.push(() => reject(new Error('offline')));
      });
    return { page, arrive, fail };
  };

  it('are sent with their message, and all messages in the order of writing', async () => {
    const { page, arrive } = await late();
    const upload = page.client.upload(file());
    page.client.sendMessage('first', [upload]);
    page.client.sendMessage('second');
    expect(page.appends).toEqual([]);
    arrive[0]?.();
    await settled();
    page.transfers[0]?.done(1);
    page.ack(1);
    expect(page.appends.map(({ body }) => body)).toEqual([
      { kind: 'message', text: 'first', attachments: [attachment(1).id] },
      { kind: 'message', text: 'second' },
    ]);
  });

  it('fail their message when they can’t be sent', async () => {
    const { page, arrive } = await late();
    page.client.sendMessage('look', [page.client.upload(file('empty.txt', ''))]);
    arrive[0]?.();
    await settled();
    expect(page.own[0]?.delivery).toMatchObject({ state: 'failed', code: 'file_empty' });
  });

  it('are uploaded after the next connect when the code could not be loaded', async () => {
    const { page, fail } = await late();
    page.client.sendMessage('look', [page.client.upload(file())]);
    fail[0]?.();
    await settled();
    page.late = null;
    page.cut();
    page.pass(60_000);
    await page.connected();
    page.transfers[0]?.done(1);
    expect(page.appends.at(-1)?.body).toMatchObject({ attachments: [attachment(1).id] });
  });
});

describe('a message that is written while the code for files is loading', () => {
  const loading = async () => {
    const page = await open().connected();
    const arrive: (() => void)[] = [];
    const fail: (() => void)[] = [];
    page.late = (name) =>
      new Promise((resolve, reject) => {
        arrive.push(() => resolve(FEATURES[name]));
        fail.push(() => reject(new Error('404')));
      });
    return { page, arrive, fail };
  };
  const sentBodies = (page: Page) => page.appends.map(({ body }) => body);
  const unsentIn = (page: Page) => [...page.storage.keys()].filter((key) => key.includes('unsent'));

  it('is sent at once when no file has to be sent before it', async () => {
    const { page } = await loading();
    void page.client.getAttachmentLink(attachment(1).id);
    page.client.sendMessage('please cancel my order');
    expect(page.own).toMatchObject([{ text: 'please cancel my order', delivery: { state: 'sending' } }]);
    expect(unsentIn(page)).toHaveLength(1);
    expect(sentBodies(page)).toEqual([{ kind: 'message', text: 'please cancel my order' }]);
  });

  it('is not overtaken by a later one after that code failed to load', async () => {
    const { page, fail } = await loading();
    void page.client.getAttachmentLink(attachment(1).id);
    page.client.sendMessage('first');
    fail[0]?.();
    await settled();
    page.client.sendMessage('second');
    page.ack(1);
    expect(sentBodies(page)).toMatchObject([{ text: 'first' }, { text: 'second' }]);
  });

  it('is shown and stored at once, also with files: after a reload its text and later messages are there', async () => {
    const { page } = await loading();
    page.client.sendMessage('look', [page.client.upload(file())]);
    page.client.sendMessage('is it broken?');
    expect(page.own).toMatchObject([
      { text: 'look', files: [{ name: 'notes.txt', size: 5 }], delivery: { state: 'sending' } },
      { text: 'is it broken?', files: [], delivery: { state: 'sending' } },
    ]);
    expect(page.client.getState().outbox).toBe(2);
    expect(sentBodies(page)).toEqual([]);
    page.client.destroy();
    const after = await open(page.storage).connected();
    expect(after.own).toMatchObject([
      { text: 'look', files: [{ name: 'notes.txt' }], delivery: { state: 'failed', code: 'file_gone' } },
      { text: 'is it broken?', delivery: { state: 'sending' } },
    ]);
    expect(sentBodies(after)).toEqual([{ kind: 'message', text: 'is it broken?' }]);
  });

  it('is sent in the conversation in which it was written, also when the visitor has moved on', async () => {
    const { page, arrive } = await loading();
    page.client.sendMessage('look', [page.client.upload(file())]);
    await page.connected(TOKEN, 'cnv_bbbbbbbbbbbbbbbbbbbb');
    arrive[0]?.();
    await settled();
    page.transfers[0]?.done(1);
    expect(page.appends).toMatchObject([{ conversation: CNV, body: { text: 'look' } }]);
  });

  it('is removed with its files when it is discarded before that', async () => {
    const { page, arrive } = await loading();
    page.client.discard(page.client.sendMessage('look', [page.client.upload(file())]) as string);
    arrive[0]?.();
    await settled();
    expect(page.own).toEqual([]);
    expect(page.client.getState().uploads).toEqual([]);
    expect(unsentIn(page)).toEqual([]);
  });

  it('is sent with its files when it is retried after a full outbox', async () => {
    const { page, arrive } = await loading();
    const upload = page.client.upload(file());
    for (let i = 0; i < limits.outboxItems; i++) page.client.sendMessage(`${i}`);
    const id = page.client.sendMessage('look', [upload]) as string;
    expect(page.own.at(-1)).toMatchObject({ text: 'look', delivery: { state: 'failed', code: 'outbox_full' } });
    arrive[0]?.();
    await settled();
    page.ack();
    page.client.retry(id);
    const own = page.own.filter(({ text }) => text === 'look');
    expect(own).toMatchObject([{ files: [{ id: upload }], delivery: { state: 'sending' } }]);
  });
});

describe('after a reload', () => {
  it('a message whose files were uploaded is sent', async () => {
    const before = await open().connected();
    const upload = before.client.upload(file());
    before.transfers[0]?.done(1);
    before.client.sendMessage('look', [upload]);
    before.client.destroy();
    const after = await open(before.storage).connected();
    expect(after.appends.map(({ body }) => body)).toEqual(before.appends.map(({ body }) => body));
    expect(after.appends[0]?.clientId).toBe(before.appends[0]?.clientId);
  });

  it('a message whose file is gone is shown as failed, and can be discarded', async () => {
    const before = await open().connected();
    const id = before.client.sendMessage('look', [before.client.upload(file())]) as string;
    before.client.destroy();
    const after = await open(before.storage).connected();
    expect(after.own).toMatchObject([
      {
        text: 'look',
        files: [{ name: 'notes.txt' }],
        delivery: {
          state: 'failed',
          code: 'file_gone',
          message: 'The file is no longer there. Attach it again and send it.',
        },
      },
    ]);
    expect(after.appends).toEqual([]);
    after.client.discard(id);
    expect(after.own).toEqual([]);
    expect([...after.storage.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
  });

  it('the text of such a message can be sent without the file', async () => {
    const before = await open().connected();
    const id = before.client.sendMessage('look', [before.client.upload(file())]) as string;
    before.client.destroy();
    const after = await open(before.storage).connected();
    after.client.retry(id);
    expect(after.appends.map(({ body }) => body)).toEqual([{ kind: 'message', text: 'look' }]);
  });
});

describe('a link to a file', () => {
  it('is a URL of the server with an expiry on this clock, or null', async () => {
    const page = open();
    expect(await page.client.getAttachmentLink(attachment(1).id)).toBeNull();
    await page.connected();
    page.link = { url: `/v1/uploads/${attachment(1).id}?e=1&s=x`, expiresAt: 1 };
    expect(await page.client.getAttachmentLink(attachment(1).id)).toEqual({
      url: `http://chat/v1/uploads/${attachment(1).id}?e=1&s=x`,
      expiresAt: 1_700_000_000_000 + FILE_LIMITS.attachmentLinkMs,
    });
    expect(page.asked).toEqual([`http://chat/v1/uploads/${attachment(1).id}/link`]);
    for (const wrong of [null, 'x', {}, { url: 'https://evil.test/x' }, { url: '//evil.test' }]) {
      page.link = wrong;
      expect(await page.client.getAttachmentLink(attachment(1).id)).toBeNull();
    }
  });
});
