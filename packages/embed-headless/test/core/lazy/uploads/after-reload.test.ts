/** Messages with files after the page was reloaded. */
import { describe, expect, it } from 'vitest';
import { file, open } from './page-with-files.js';

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
