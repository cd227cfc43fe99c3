/** A server that takes files in, on a free port: the real routes, folder, store and image process. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Attachment, type AttachmentLink, type Author, UPLOADS_PATH } from '@service/protocol';
import { Hono } from 'hono';
import { localBus } from '../../../dist/bus/local.js';
import { newSessionToken, tokenHash } from '../../../dist/conversation/ids.js';
import { appendTo } from '../../../dist/conversation/log/append.js';
import { isSessionValid } from '../../../dist/conversation/sessions/close-reason.js';
import { fileLinks } from '../../../dist/http/uploads/file-links.js';
import { openDiskFileStorage } from '../../../dist/http/uploads/file-storage-disk.js';
import { visitorImages } from '../../../dist/http/uploads/images/image-cleaner.js';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { createUploads } from '../../../dist/http/uploads/uploads-api.js';
import { createIdentityVerifier } from '../../../dist/identity/identity-verifier.js';
import type { KeyRing } from '../../../dist/identity/key-ring.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import type { DiskSpace } from '../../../dist/runtime/disk-space.js';
import type { LoadLevel } from '../../../dist/runtime/load-shedding.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { DISK_LIMITS } from '../../../src/runtime/limits.js';
import { KEY } from '../../identity/sign-token.js';
import { inboxesOf } from '../../support/serve.js';

export interface Guest {
  readonly token: string;
  readonly contact: Author;
  readonly conversation: string;
}

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly attachment: Attachment;
}

export type UploadServer = Awaited<ReturnType<typeof serveUploads>>;

export async function serveUploads() {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-uploads-'));
  const store = await openSqliteStore(dataDir);
  const errors: Error[] = [];
  let now = Date.now();
  let load: LoadLevel = 0;
  const clock = { ...systemClock, now: () => now };
  const random = (count: number) => randomBytes(count);
  let disk: DiskSpace = { free: 1e12, total: 1e13 };
  let ring: KeyRing = [KEY];
  let serving = true;
  const incoming = incomingFiles(join(dataDir, 'uploads/incoming'), clock, async () => disk);
  const files = openDiskFileStorage(join(dataDir, 'uploads/kept'));
  const cleaner = visitorImages(systemClock);
  const inboxes = inboxesOf(
    { id: 'demo', allowedOrigins: ['http://shop.test'] },
    { id: 'calm', allowedOrigins: ['http://shop.test'] },
    { id: 'strict', allowedOrigins: ['http://strict.test'], requireConsent: true, privacyUrl: 'https://strict.test/p' },
    { id: 'members', allowedOrigins: ['http://shop.test'], identity: { keysEnv: 'KEYS', required: true } },
  );
  const append = appendTo({ store, bus: localBus(), clock, random, onQuestion: () => undefined });
  const app = new Hono();
  app.route(
    UPLOADS_PATH,
    createUploads({
      store,
      inboxes,
      mayBeServed: (session, inbox) =>
        isSessionValid(session, inbox, createIdentityVerifier(inboxes, { ring: () => ring }), now),
      incoming,
      files,
      cleaner,
      clock,
      random,
      links: fileLinks('a key', clock.now),
      load: () => load,
      serving: () => serving,
      addressOf: ({ headers }) => (headers['x-forwarded-for'] as string | undefined) ?? null,
      publicOrigin: null,
      onError: (error) => void errors.push(error),
    }) as unknown as Hono,
  );
  const http = createServer(getRequestListener(app.fetch));
  let asking: Socket | undefined;
  http.on('request', ({ socket }) => {
    asking = socket;
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let guests = 0;

  return {
    origin,
    port,
    store,
    incoming,
    files,
    clock,
    append,
    errors,
    /** Turns the server's clock. */
    pass(ms: number): void {
      now += ms;
    },
    overload(level: LoadLevel): void {
      load = level;
    },
    /** The disk has so much room left, and is looked at again. */
    fill(bytesLeft: number, total = 1e13): void {
      disk = { free: bytesLeft, total };
      now += DISK_LIMITS.lookEveryMs;
    },
    /** The keys that the site signs with, from now on. */
    keys(keys: KeyRing): void {
      ring = keys;
    },
    leave(): void {
      serving = false;
    },
    /** Resolves when the connection of the last request is gone. */
    goneWhoAsked: () => new Promise<unknown>((resolve) => asking?.once('close', resolve)),
    /** Every file under the uploads folder that is not the server's own. */
    filesOnDisk: (): string[] =>
      readdirSync(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'link.key')
        .map((entry) => join(entry.parentPath, entry.name)),
    /** `subject`: who the site says they are; null: an anonymous visitor. */
    async guest(inbox = 'demo', hostOrigin = 'http://shop.test', subject: string | null = null): Promise<Guest> {
      guests += 1;
      const name = (prefix: string) => `${prefix}_${String(guests).padStart(20, '0')}`;
      const token = newSessionToken(random);
      const session = {
        tokenHash: tokenHash(token),
        tokenSalt: 'salt',
        session: name('ses'),
        inbox,
        contact: name('ctc'),
        conversation: name('cnv'),
        epoch: 'epoch-0001',
        hostOrigin,
        consent: null,
        at: now,
      };
      if (subject === null) await store.createSession(session);
      else
        await store.identify({
          ...session,
          identified: { subject, kid: KEY.kid, until: now + 3_600_000 },
          profile: {},
          issuedAt: now,
          jti: name('jti'),
          usedUntil: now + 3_600_000,
          page: 'page',
          before: null,
          merge: true,
        });
      return { token, contact: { kind: 'visitor', id: name('ctc') }, conversation: name('cnv') };
    },
    async upload(
      guest: Guest | null,
      body: Buffer | string,
      name = 'file',
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      const response = await fetch(`${origin}${UPLOADS_PATH}`, {
        method: 'POST',
        headers: {
          ...(guest && { authorization: `Bearer ${guest.token}` }),
          'x-file-name': encodeURIComponent(name),
          ...headers,
        },
        body: body as string,
      });
      const { code, attachment } = (await response.json()) as Answer;
      return { status: response.status, code, attachment };
    },
    link: (guest: Guest, id: string): Promise<Response> =>
      fetch(`${origin}${UPLOADS_PATH}/${id}/link`, { headers: { authorization: `Bearer ${guest.token}` } }),
    async open(guest: Guest, id: string): Promise<Response> {
      const link = (await (await this.link(guest, id)).json()) as AttachmentLink;
      return fetch(new URL(link.url, origin));
    },
    /** Bytes on a line of one's own: what no decent client would send. Resolves with what came back. */
    raw(text: string, then: (write: (more: Buffer | string) => void, hangUp: () => void) => void = () => undefined) {
      return new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        let heard = '';
        socket.on('data', (chunk) => {
          heard += chunk.toString('latin1');
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve(heard));
        socket.write(text);
        then(
          (more) => void socket.write(more),
          () => void socket.destroy(),
        );
      });
    },
    async dispose(): Promise<void> {
      cleaner.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
