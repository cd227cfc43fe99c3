/** How a file comes out again: by links and in messages, and to whom. */
import { readdirSync, readlinkSync } from 'node:fs';
import { type AttachmentLink, FILE_LIMITS, UPLOADS_PATH } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PDF } from './file-samples.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

describe('a link to a file', () => {
  it('U11: is given to who uploaded it, and to no one else', async () => {
    const { attachment } = await server.upload(guest, 'secret', 'a.txt');
    const link = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    expect(link.url).not.toContain(guest.token);
    const stranger = await server.guest();
    for (const id of [attachment.id, `att_${'0'.repeat(32)}`, '..%2f..%2flink.key', 'constructor'])
      expect((await server.link(stranger, id)).status).toBe(404);
    expect((await fetch(`${server.origin}${UPLOADS_PATH}/${attachment.id}/link`)).status).toBe(401);
  });

  it('U11: opens one file, for five minutes, and nothing when a letter of it is changed', async () => {
    const { attachment } = await server.upload(guest, 'one', 'a.txt');
    const other = (await server.upload(guest, 'two', 'b.txt')).attachment;
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const open = async (changed: string) => (await fetch(new URL(changed, server.origin))).status;
    expect(await open(url)).toBe(200);
    expect(await open(url.replace(attachment.id, other.id))).toBe(404);
    expect(await open(url.replace(/e=\d/, 'e=9'))).toBe(404);
    expect(await open(url.replace(/s=../, 's=AA'))).toBe(404);
    expect(await open(`${UPLOADS_PATH}/${attachment.id}`)).toBe(404);
    expect(await open(`${UPLOADS_PATH}/..%2F..%2Fservice.db?e=1&s=1`)).toBe(404);
    server.pass(FILE_LIMITS.attachmentLinkMs + 1);
    expect(await open(url)).toBe(404);
  });

  it('leaves no file open when only its head is asked for, or when who reads it goes away', async () => {
    const { attachment } = await server.upload(guest, 'x'.repeat(5_000_000), 'a.txt');
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const opened = () => openFiles().filter((path) => path.includes(attachment.id)).length;
    for (let i = 0; i < 20; i += 1) {
      const head = await fetch(new URL(url, server.origin), { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe('5000000');
    }
    const leaving = new AbortController();
    const { body } = await fetch(new URL(url, server.origin), { signal: leaving.signal });
    await body?.getReader().read();
    leaving.abort();
    await expect.poll(opened).toBe(0);
  });

  it('leaves no file open when who asked has gone while it was opened', async () => {
    const { attachment } = await server.upload(guest, 'text', 'a.txt');
    const { url } = (await (await server.link(guest, attachment.id)).json()) as AttachmentLink;
    const leaving = new AbortController();
    const read = server.files.read;
    // Held, or the collector would close what no one has.
    const found: NonNullable<Awaited<ReturnType<typeof read>>>[] = [];
    server.files.read = async (id) => {
      const file = await read(id);
      if (file) found.push(file);
      const gone = server.goneWhoAsked();
      leaving.abort();
      await gone;
      return file;
    };
    await expect(fetch(new URL(url, server.origin), { signal: leaving.signal })).rejects.toThrow('aborted');
    await expect.poll(() => found.map(({ body }) => body.closed)).toEqual([true]);
  });

  it('is given to the visitor for what a person of the business sent into their conversation, and no sooner', async () => {
    const id = `att_${'1'.repeat(32)}`;
    const attachment = { id, name: 'offer.txt', type: 'text/plain', size: 5 } as const;
    const quota = { since: 0, contactBytes: 100, inboxBytes: 100 };
    const owner = { session: null, conversation: guest.conversation };
    await server.store.addAttachment({ attachment, inbox: 'demo', contact: 'desk', owner, at: 1, quota });
    expect((await server.link(guest, id)).status).toBe(404);
    const person = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    const offer = { kind: 'message', text: 'Our offer', attachments: [id] } as const;
    expect(await server.append(guest.conversation, person, 'client-0001', offer)).toMatchObject({ ok: true });
    expect((await server.link(guest, id)).status).toBe(200);
    expect((await server.link(await server.guest(), id)).status).toBe(404);
  });
});

describe('a message with files', () => {
  const send = (by: Guest, clientId: string, ...attachments: string[]) =>
    server.append(by.conversation, by.contact, clientId, { kind: 'message', text: '', attachments });

  it('U10: is in the log with what the server knows of them', async () => {
    const { attachment } = await server.upload(guest, PDF, 'bill.pdf');
    expect(await send(guest, 'client-0001', attachment.id)).toMatchObject({ ok: true, seq: 1 });
    expect(await server.store.eventsAfter(guest.conversation, 0, 10)).toMatchObject([
      { body: { kind: 'message', text: '', attachments: [attachment] } },
    ]);
    expect(await send(guest, 'client-0001', attachment.id)).toMatchObject({ ok: true, seq: 1, duplicate: true });
    expect(await send(guest, 'client-0002', attachment.id)).toEqual({ ok: false, code: 'file_gone' });
  });

  it('U10: can’t name another visitor’s file, and learns nothing by trying', async () => {
    const { attachment } = await server.upload(guest, PDF, 'bill.pdf');
    const stranger = await server.guest();
    expect(await send(stranger, 'client-0001', attachment.id)).toEqual({ ok: false, code: 'file_gone' });
    expect(await send(stranger, 'client-0002', `att_${'0'.repeat(32)}`)).toEqual({ ok: false, code: 'file_gone' });
    expect((await server.store.conversation(stranger.conversation))?.head).toBe(0);
    expect(await send(guest, 'client-0003', attachment.id)).toMatchObject({ ok: true });
  });
});

/** Paths that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
