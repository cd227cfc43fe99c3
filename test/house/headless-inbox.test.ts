/** `loadInbox` when it fails. (When it succeeds: e2e/host-page/react-and-headless.) */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InboxNotLoaded, loadInbox } from '@service/embed-sdk/inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '../support/sites/start-site.js';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.dispose());

const refusal = (baseUrl: string, inboxId = 'demo') =>
  loadInbox({ inboxId, baseUrl }).then(
    () => null,
    (error: unknown) => (error instanceof InboxNotLoaded ? { code: error.code, retry: error.retry } : error),
  );

describe('an inbox that can’t be read', () => {
  it('is reported as unavailable, without a retry, where the page isn’t allowed or the inbox doesn’t exist', async () => {
    const never = { code: 'inbox_unavailable', retry: false };
    // A program is no page: it sends no origin.
    expect(await refusal(site.service.origin)).toEqual(never);
    expect(await refusal(site.service.origin, '../demo')).toEqual(never);
  });

  it('is reported as unreachable, with a retry, when no chat server answers', async () => {
    const later = { code: 'server_unreachable', retry: true };
    const other = createServer((_, response) => response.end('<h1>Welcome to the wifi</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await refusal(origin)).toEqual(later);
    await new Promise((resolve) => other.close(resolve));
    expect(await refusal(origin)).toEqual(later);
  });

  it('rejects with the reason of the abort when the page aborts', async () => {
    const reason = new Error('aborted by the page');
    const loading = loadInbox({ inboxId: 'demo', baseUrl: site.service.origin }, AbortSignal.abort(reason));
    await expect(loading).rejects.toBe(reason);
  });
});
