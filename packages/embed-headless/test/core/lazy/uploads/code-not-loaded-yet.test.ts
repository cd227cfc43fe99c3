/** Files and messages while the code for files is not loaded yet. */
import { describe, expect, it } from 'vitest';
import { attachment, CNV, FEATURES, file, limits, open, type Page, settled, TOKEN } from './page-with-files.js';

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
