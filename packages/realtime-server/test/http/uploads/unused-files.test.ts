/** Files that no one sent are removed. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { AttachmentLink } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeUnusedFiles } from '../../../dist/http/uploads/remove-unused-files.js';
import { UPLOAD_LIMITS } from '../../../src/http/uploads/limits/upload-limits.js';
import { type Guest, serveUploads, type UploadServer } from './upload-server.js';

let server: UploadServer;
let guest: Guest;
beforeEach(async () => {
  server = await serveUploads();
  guest = await server.guest();
});
afterEach(() => server.dispose());

describe('files that no one sent', () => {
  it('U11: are removed after a day; sent ones stay', async () => {
    const sent = (await server.upload(guest, 'sent', 'a.txt')).attachment;
    await server.append(guest.conversation, guest.contact, 'client-0001', {
      kind: 'message',
      text: 'see',
      attachments: [sent.id],
    });
    const left = (await server.upload(guest, 'left', 'b.txt')).attachment;
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toHaveLength(2);
    server.pass(UPLOAD_LIMITS.unattachedHours * 3_600_000 + 1);
    const link = (await (await server.link(guest, left.id)).json()) as AttachmentLink;
    await removeUnusedFiles(server);
    expect(server.filesOnDisk().map((path) => readFileSync(path, 'utf8'))).toEqual(['sent']);
    expect((await fetch(new URL(link.url, server.origin))).status).toBe(404);
    expect((await server.open(guest, sent.id)).status).toBe(200);
  });

  it('are removed also when a sweep stopped between the bytes and the row', async () => {
    const { attachment } = await server.upload(guest, 'left', 'a.txt');
    server.pass(UPLOAD_LIMITS.unattachedHours * 3_600_000 + 1);
    const failing = { ...server.store, deleteAttachments: () => Promise.reject(new Error('The power is gone.')) };
    await expect(removeUnusedFiles({ ...server, store: failing })).rejects.toThrow('power');
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toEqual([]);
    expect(await server.store.discardAttachments(0, 0, 10)).toEqual([]);
    expect((await server.link(guest, attachment.id)).status).toBe(404);
  });

  it('leave nothing of what a dead server had half taken in', async () => {
    writeFileSync(server.incoming.path(`att_${'0'.repeat(32)}`, 'raw'), 'half');
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toHaveLength(1);
    server.pass(2 * 3_600_000);
    await removeUnusedFiles(server);
    expect(server.filesOnDisk()).toEqual([]);
  });
});
