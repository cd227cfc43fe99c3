/** Reading an inbox's settings for a screen of one's own, when it does not go well. (When it does: journeys/react-and-headless.) */
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
  it('is unavailable for good where the page isn’t allowed, or it doesn’t exist', async () => {
    const never = { code: 'inbox_unavailable', retry: false };
    // A program is no page: it sends no origin.
    expect(await refusal(site.service.origin)).toEqual(never);
    expect(await refusal(site.service.origin, '../demo')).toEqual(never);
  });

  it('may be there in a moment when nothing sensible answers', async () => {
    const later = { code: 'server_unreachable', retry: true };
    const other = createServer((_, response) => response.end('<h1>Welcome to the wifi</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await refusal(origin)).toEqual(later);
    await new Promise((resolve) => other.close(resolve));
    expect(await refusal(origin)).toEqual(later);
  });

  it('isn’t spoken of when the page has lost interest', async () => {
    const reason = new Error('gone elsewhere');
    const loading = loadInbox({ inboxId: 'demo', baseUrl: site.service.origin }, AbortSignal.abort(reason));
    await expect(loading).rejects.toBe(reason);
  });
});
