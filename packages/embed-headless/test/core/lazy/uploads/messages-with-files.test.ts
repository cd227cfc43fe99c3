/** A message waits for its files, and fails visibly with them. */
import { CLOSE } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { attachment, CNV, file, OTHER_TOKEN, open, settled, TOKEN, VISITOR } from './page-with-files.js';

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
