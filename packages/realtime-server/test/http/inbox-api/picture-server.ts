/** The routes of one node for the pictures of people, for tests: set by the person in the address, seen by anyone. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { PEOPLE_PATH } from '@service/protocol';
import { Hono } from 'hono';
import { newId } from '../../../dist/conversation/ids.js';
import type { InboxApiEnv } from '../../../dist/http/inbox-api/deps.js';
import { serveOperatorPictures } from '../../../dist/http/inbox-api/operators/operator-pictures.js';
import { createOperatorsApi } from '../../../dist/http/inbox-api/operators/operators-api.js';
import { teamImages } from '../../../dist/http/uploads/images/image-cleaner.js';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import type { Operator } from '../../../dist/store/port/operators.js';
import type { OpenStore } from '../../../dist/store/store.js';

export async function peopleOn(store: OpenStore) {
  const folder = mkdtempSync(join(tmpdir(), 'service-people-'));
  const cleaner = teamImages(systemClock);
  const incoming = incomingFiles(folder, systemClock);
  const random = (count: number) => randomBytes(count);
  const app = new Hono<InboxApiEnv>();
  const known = new Map<string, Operator>();
  // Who asks is the person in the address, or a program.
  app.use('/operators/:id/*', async (c, next) => {
    const caller = { person: null, mayUse: () => true, mayAnswer: true, mayChangeKnowledge: () => true };
    c.set('asking', { caller, operator: known.get(c.req.param('id')) ?? null });
    await next();
  });
  app.route('/operators/:id', createOperatorsApi({ store, incoming, cleaner, clock: systemClock, random }));
  app.route(PEOPLE_PATH, serveOperatorPictures(store));
  const http = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const operatorIn = async (response: Response) => ((await response.json()) as { operator: Operator }).operator;
  return {
    origin,
    /** What is left of files on their way in. */
    left: () => readdirSync(folder),
    sit: async (name: string) => {
      const operator = await store.ensureOperatorOf(`usr_${name}`, newId('opr', random), name, Date.now());
      known.set(operator.id, operator);
      return operator;
    },
    set: (id: string, body: Buffer | string) =>
      fetch(`${origin}/operators/${id}/picture`, { method: 'POST', body: body as string }),
    remove: (id: string) => fetch(`${origin}/operators/${id}/picture`, { method: 'DELETE' }),
    see: (id: string, headers: Record<string, string> = {}) => fetch(`${origin}${PEOPLE_PATH}/${id}`, { headers }),
    operatorIn,
    async end() {
      cleaner.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
