/** After a visitor's erasure or withdrawal a whole server has no byte of their words in any file of its data folder. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWith } from '../../support/runs/files-with.js';
import { Service } from '../../support/server/start-service.js';
import { inboxesFor } from '../../support/sites/start-site.js';
import { bareVisit } from '../../support/wire/bare-visit.js';

const SHOP = 'http://localhost:1';
/** "Within a minute", and as much again for a machine that does much else. */
const GONE_WITHIN_MS = 120_000;

let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;

describe.runIf(process.env.LONG === '1')('a whole server', () => {
  beforeAll(async () => {
    inboxes = inboxesFor([SHOP]);
    service = await Service.start({ inboxDir: inboxes.folder });
  });
  afterAll(async () => {
    await service.dispose();
    inboxes.remove();
  });

  it.each(['erase', 'withdraw'] as const)(
    'has nothing of who sends %s, also of files that were never sent',
    async (t) => {
      const words = `canary-of-${t}-${Date.now()}`;
      const { socket, frames, conversation, session } = await bareVisit(service.origin, { origin: SHOP });
      const message = { kind: 'message', text: `${words} `.repeat(200) };
      socket.send(JSON.stringify({ t: 'append', conversation, clientId: `client-${t}`, body: message }));
      await expect.poll(() => JSON.stringify(frames).includes('answer.completed'), { timeout: 60_000 }).toBe(true);
      socket.send(JSON.stringify({ t: 'search', id: 'search-01', text: words }));
      await expect.poll(() => frames.some((frame) => frame.t === 'found'), { timeout: 60_000 }).toBe(true);
      const headers = { authorization: `Bearer ${session}`, 'x-file-name': `${words}.txt` };
      const body = `${words}-in-a-file`;
      expect((await fetch(`${service.origin}/v1/uploads`, { method: 'POST', headers, body })).status).toBe(201);
      expect(filesWith(service.dataDir, words).length).toBeGreaterThan(0);
      if (t === 'withdraw') {
        // The log of a withdrawn visitor is stored until the retention ends, as the record of it; the file is not.
        socket.send(JSON.stringify({ t }));
        await expect
          .poll(() => filesWith(service.dataDir, `${words}-in-a-file`), { timeout: GONE_WITHIN_MS })
          .toEqual([]);
        await expect.poll(() => filesWith(service.dataDir, `${words}.txt`), { timeout: GONE_WITHIN_MS }).toEqual([]);
        return;
      }
      socket.send(JSON.stringify({ t, id: 'erase-001', conversation }));
      await expect.poll(() => filesWith(service.dataDir, words), { timeout: GONE_WITHIN_MS }).toEqual([]);
      socket.close();
    },
    400_000,
  );
});
