/** The team's API for tests, over a real store. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Bus } from '../../../dist/bus/bus.js';
import { localBus } from '../../../dist/bus/local.js';
import { type AppendEvent, appendTo } from '../../../dist/conversation/log/append.js';
import { markSeenIn } from '../../../dist/conversation/log/mark-seen.js';
import { ContactBlocks } from '../../../dist/conversation/sessions/contact-blocks.js';
import { createInboxApi } from '../../../dist/http/inbox-api/inbox-api.js';
import { fileLinks } from '../../../dist/http/uploads/file-links.js';
import type { StoreUploadResult } from '../../../dist/http/uploads/store-upload.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import type { Store } from '../../../dist/store/store.js';
import { admitTeam, TEAM_KEY } from '../../support/admit-team.js';
import { inboxesOf } from '../../support/serve.js';

export const FILE = 'att_00000000000000000000000000000001';
export const CNV = 'cnv_00000000000000000001';

export interface Desk {
  store: Store;
  bus: Bus;
  append: AppendEvent;
  desk: ReturnType<typeof createInboxApi>;
  /** Sessions that were closed everywhere, and why. */
  closed: unknown[];
  /** The only organization of who asks; null: all. The inbox `far` is of `far-shop`, the others are of none. */
  member: string | null;
  /** How far the clock is ahead, in milliseconds. */
  ahead: number;
  /** How many requests were admitted; from `isOut` on, none is. */
  admitted: number;
  isOut: boolean;
  /** GET, or with `body` POST. Default headers: the team's key. */
  request(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Response | Promise<Response>;
}

/** A team's API over a store of its own for each test, with one visitor who has asked for a person. */
export function useDesk(): Desk {
  const at = {
    request: (path, body, headers = { 'x-api-key': TEAM_KEY }) =>
      at.desk.request(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  } as Desk;
  let folder: string;
  beforeEach(async () => {
    at.closed = [];
    at.member = null;
    at.ahead = 0;
    at.admitted = 0;
    at.isOut = false;
    folder = mkdtempSync(join(tmpdir(), 'service-desk-'));
    at.store = await openSqliteStore(folder);
    at.bus = localBus();
    at.append = appendTo({
      store: at.store,
      bus: at.bus,
      clock: { ...systemClock, now: () => 1_000 },
      random: (n) => new Uint8Array(n),
      onQuestion: () => undefined,
    });
    at.desk = createInboxApi({
      store: at.store,
      bus: at.bus,
      clock: { ...systemClock, now: () => systemClock.now() + at.ahead },
      seen: markSeenIn(at.store, at.bus),
      append: at.append,
      inboxes: inboxesOf({ id: 'demo' }, { id: 'calm' }, { id: 'far', organization: 'far-shop' }),
      endSessionsOf: async () => 0,
      blocks: new ContactBlocks({
        ...{ store: at.store, clock: systemClock, log: { warn: () => undefined } },
        random: (n) => randomBytes(n),
        closeEverywhere: (session, why) => void at.closed.push([session, why]),
      }),
      random: (n) => randomBytes(n),
      async admit(request, from) {
        if (at.isOut) return { ok: false, status: 401, code: 'UNAUTHORIZED', message: 'Sign in.' };
        at.admitted += 1;
        return admitTeam((organization) => at.member === null || organization === at.member)(request, from);
      },
      links: fileLinks('link-key', () => 1_700_000_000_000),
      takeIn: async ({ inbox, contact, owner }, { name }) => {
        if (name === 'virus.exe') return { ok: false, code: 'file_type' };
        const attachment = { id: FILE, name, type: 'image/png', size: 3 } as const;
        const quota = { since: 0, contactBytes: 10, inboxBytes: 10 };
        return {
          ok: (await at.store.addAttachment({ attachment, inbox, contact, owner, at: 0, quota })) === 'added',
          attachment,
        } as StoreUploadResult;
      },
    });
    await at.store.createSession({
      tokenHash: 'hash',
      tokenSalt: 'salt',
      session: 'ses_00000000000000000001',
      inbox: 'demo',
      contact: 'ctc_00000000000000000001',
      conversation: CNV,
      epoch: 'epoch-0001',
      hostOrigin: 'http://shop.test',
      consent: null,
      at: 0,
    });
    const visitor = { kind: 'visitor', id: 'ctc_00000000000000000001' } as const;
    await at.append(CNV, visitor, 'client-0001', { kind: 'message', text: 'hello' });
    await at.append(CNV, visitor, 'client-0002', { kind: 'handoff.requested' });
  });
  afterEach(async () => {
    await at.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return at;
}
