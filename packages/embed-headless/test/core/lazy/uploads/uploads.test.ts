/** Files are uploaded when they are picked, retried, and opened by a link. */
import { FILE_LIMITS } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { attachment, file, open, TOKEN } from './page-with-files.js';

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
    page.client.retry(upload as string);
    expect(page.transfers).toHaveLength(2);
  });

  it('is stopped and removed when it is discarded', async () => {
    const page = await open().connected();
    const upload = page.client.upload(file());
    expect(page.state(upload)?.file).toBeInstanceOf(Blob);
    page.client.discard(upload as string);
    expect(page.transfers[0]?.stopped).toBe(true);
    expect(page.state(upload)).toBeNull();
    page.transfers[0]?.done(1);
    expect(page.client.getState().uploads).toEqual([]);
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
