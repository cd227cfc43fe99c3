/** An inbox's public settings over HTTP, for screens that aren't the widget. */

import { describe, expect, it } from 'vitest';
import { publicInbox } from '../../../dist/inbox/public-inbox.js';
import { inboxesOf } from '../../support/serve.js';
import { pages } from '../test-app.js';

const ask = (path: string, origin?: string, settings: Record<string, unknown> = {}) =>
  pages(settings).request(path, { headers: origin ? { origin } : {} });

describe('a page that the inbox allows', () => {
  it('reads what the widget would be given, and nothing else', async () => {
    const settings = { theme: { template: 'corporate' }, greeting: 'Hei', synonyms: [['boot', 'shoe']] };
    const response = await ask('/v1/inboxes/demo', 'http://shop.test', settings);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://shop.test');
    expect(response.headers.get('vary')).toContain('Origin');
    const inbox = inboxesOf({ id: 'demo', ...settings }).get('demo');
    expect(inbox && (await response.json())).toEqual(inbox && publicInbox(inbox));
  });
});

describe('a page that it does not allow', () => {
  it('gets the same answer as for an inbox that does not exist', async () => {
    const answers = await Promise.all([
      ask('/v1/inboxes/demo', 'http://thief.test'),
      ask('/v1/inboxes/nowhere', 'http://shop.test'),
      ask('/v1/inboxes/demo'),
      ask('/v1/inboxes/demo', 'null'),
      ask('/v1/inboxes/..%2Fdemo', 'http://shop.test'),
    ]);
    const replies = await Promise.all(
      answers.map(async (answer) => [answer.status, Object.fromEntries(answer.headers), await answer.text()]),
    );
    for (const each of replies) expect(each).toEqual(replies[0]);
    expect(replies[0]?.[0]).toBe(404);
    expect(JSON.parse(replies[0]?.[2] as string)).toMatchObject({ code: 'inbox_unavailable' });
  });
});
