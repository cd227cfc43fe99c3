/** What becomes of files whose visitor leaves, withdraws or erases before they are sent, or while they are uploaded. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { removeUnusedFiles, startRemovingUnusedFiles } from '../../../dist/http/uploads/remove-unused-files.js';
import { type StoreUploadDeps, storeUpload, type Uploader } from '../../../dist/http/uploads/store-upload.js';
import { UPLOAD_LIMITS } from '../../../src/http/uploads/limits/upload-limits.js';
import { turnedClock } from '../../support/manual-clock.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
let session: string;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
  session = guest.conversation.replace('cnv', 'ses');
});
afterEach(() => server.dispose());

const AT = 1_700_000_000_000;
const withdraw = () => server.store.withdrawConsent(session, AT);
const erase = () =>
  server.store.eraseConversation({
    conversation: guest.conversation,
    at: AT,
    next: { conversation: 'cnv_next0000000000000001', epoch: 'epoch-next' },
  });
const ENDS = [
  ['withdraws consent', withdraw],
  ['logs out', () => server.store.endSession(session, 'logout', AT)],
  ['erases the conversation', erase],
] as const;

/** The head of an upload whose body has not come yet, and what is answered in the end. */
async function begun(): Promise<{ finish(): void; answer: Promise<string> }> {
  let finish = (): void => undefined;
  const before = server.filesOnDisk().length;
  const answer = server.raw(
    `POST /v1/uploads HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${guest.token}\r\nX-File-Name: a.txt\r\nContent-Length: 10\r\n\r\nhello`,
    (write) => {
      finish = () => write('world');
    },
  );
  await expect.poll(() => server.filesOnDisk().length, { timeout: 60_000 }).toBe(before + 1);
  return { finish: () => finish(), answer };
}

describe('an upload under way', () => {
  it.each(ENDS)('is refused and leaves nothing when its visitor %s', async (_, end) => {
    const { finish, answer } = await begun();
    await end();
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(server.filesOnDisk()).toEqual([]);
    expect(await server.store.uploadedSince('demo', guest.contact.id, 0)).toEqual({ contact: 0, inbox: 0 });
  });

  it('is taken in as before when nothing of that happens', async () => {
    const { finish, answer } = await begun();
    finish();
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('an upload that takes minutes', () => {
  const uploaderOf = (over: Partial<Uploader> = {}): Uploader => ({
    inbox: 'demo',
    contact: guest.contact.id,
    address: null,
    bytesPerDay: 1e6,
    inboxBytesPerDay: 1e6,
    owner: { session, conversation: guest.conversation },
    isAllowed: async () => true,
    ...over,
  });
  const depsOf = (over: Partial<StoreUploadDeps> & Pick<StoreUploadDeps, 'incoming' | 'clock'>): StoreUploadDeps => ({
    store: server.store,
    files: server.files,
    cleaner: { clean: async () => ({ ok: false, code: 'busy' }), close: () => undefined },
    random: (count) => new Uint8Array(count).fill(7),
    ...over,
  });

  it.each([...ENDS, ['may not upload any more', null] as const])(
    'ends, with all it has brought, soon after its visitor %s',
    async (_, end) => {
      const folder = mkdtempSync(join(tmpdir(), 'service-ended-'));
      const clock = turnedClock();
      const body = new PassThrough();
      body.write('words'.repeat(5_000));
      let allowed = true;
      const stored = storeUpload(
        depsOf({ clock, incoming: incomingFiles(folder, clock, async () => ({ free: 1e12, total: 1e13 })) }),
        uploaderOf({ isAllowed: async () => allowed }),
        { body, name: 'a.txt', announced: null },
      );
      await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).toHaveLength(1);
      if (end) await end();
      else allowed = false;
      clock.turn(UPLOAD_LIMITS.uploadCheckMs);
      expect(await stored).toEqual({ ok: false, code: null });
      expect(readdirSync(folder)).toEqual([]);
      rmSync(folder, { recursive: true });
    },
  );

  it('leaves no bytes without an owner when its row was swept before they were there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-ended-'));
    const { clock } = server;
    const body = new PassThrough();
    body.end('words');
    const { save } = server.files;
    server.files.save = async (path, id) => {
      await withdraw();
      await removeUnusedFiles(server);
      await save(path, id);
    };
    const incoming = incomingFiles(folder, clock, async () => ({ free: 1e12, total: 1e13 }));
    const arriving = { body, name: 'a.txt', announced: null };
    expect(await storeUpload(depsOf({ clock, incoming }), uploaderOf(), arriving)).toEqual({
      ok: false,
      code: 'forbidden',
    });
    expect(server.filesOnDisk()).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe('a file that was uploaded and not sent', () => {
  it.each([
    ['withdraws consent', withdraw],
    ['erases the conversation', erase],
  ] as const)('has no link any more, and no bytes after the next sweep, when its visitor %s', async (_, end) => {
    const { attachment } = await server.upload(guest, 'text', 'a.txt');
    const other = await server.guest();
    const theirs = await server.upload(other, 'text', 'b.txt');
    const link = (await (await server.link(guest, attachment.id)).json()) as { url: string };
    await end();
    expect((await fetch(new URL(link.url, server.origin))).status).toBe(404);
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toHaveLength(1);
    expect((await server.open(other, theirs.attachment.id)).status).toBe(200);
  });
});

describe('the sweep of files', () => {
  it('comes soon after an erasure, once for many, and again for one that came while it swept', async () => {
    const clock = turnedClock();
    let sweeps = 0;
    let go = (): void => undefined;
    const store = {
      ...server.store,
      async discardAttachments() {
        sweeps += 1;
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return [];
      },
    };
    const task = startRemovingUnusedFiles({ ...server, store, clock, onFailure: (error) => expect(error).toBeNull() });
    const finished = async (): Promise<void> => {
      go();
      await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(1);
    };
    await finished();
    for (let at = 0; at < 50; at++) task.soon();
    clock.turn(UPLOAD_LIMITS.uploadCheckMs);
    expect(sweeps).toBe(2);
    task.soon();
    await finished();
    clock.turn(UPLOAD_LIMITS.uploadCheckMs);
    expect(sweeps).toBe(3);
    await finished();
    clock.turn(UPLOAD_LIMITS.uploadCheckMs);
    expect(sweeps).toBe(3);
    task.stop();
  });

  it('begins with what a dead server had half taken in, where no other can be at work on it, and takes nothing newer', async () => {
    const clock = turnedClock();
    const pathOf = (n: number): string => server.incoming.path(`att_${String(n).padStart(32, '0')}`, 'raw');
    for (const n of [1, 2]) writeFileSync(pathOf(n), 'half a file');
    const startedAt = Date.now() - 60_000;
    utimesSync(pathOf(1), startedAt / 1_000 - 1, startedAt / 1_000 - 1);
    const onFailure = (error: unknown): void => expect(error).toBeNull();
    const shared = startRemovingUnusedFiles({ ...server, clock, onFailure });
    await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(1);
    expect(server.filesOnDisk()).toHaveLength(2);
    shared.stop();
    const alone = startRemovingUnusedFiles({ ...server, clock, startedAt, onFailure });
    await expect.poll(() => server.filesOnDisk(), { timeout: 60_000 }).toEqual([pathOf(2)]);
    alone.stop();
  });
});
