/**
 * No one reaches what is another's over HTTP either: not with another business's key, an agent's secret or a visitor's token,
 * and not with the right key by naming a thing of one business beside a thing of another. The routes are read from the
 * server, what they take from the desk's table: one that is added is tried here as soon as it is there, or this fails.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Attachment, UPLOADS_PATH } from '@service/protocol';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shapesOf } from '../../../../../test/support/wire/schema-shapes.js';
import { localBus } from '../../../dist/bus/local.js';
import { markSeenIn } from '../../../dist/conversation/log/mark-seen.js';
import { isSessionValid } from '../../../dist/conversation/sessions/close-reason.js';
import { createInboxApi } from '../../../dist/http/inbox-api/inbox-api.js';
import { createKnowledgeApi } from '../../../dist/http/inbox-api/knowledge-api.js';
import { createOperatorsApi } from '../../../dist/http/inbox-api/operators/operators-api.js';
import { INBOX_API_REQUESTS } from '../../../dist/http/inbox-api/requests.js';
import { fileLinks } from '../../../dist/http/uploads/file-links.js';
import { openDiskFileStorage } from '../../../dist/http/uploads/file-storage-disk.js';
import { teamImages } from '../../../dist/http/uploads/images/image-cleaner.js';
import { incomingFiles } from '../../../dist/http/uploads/limits/incoming-files.js';
import { storeUpload } from '../../../dist/http/uploads/store-upload.js';
import { createUploads } from '../../../dist/http/uploads/uploads-api.js';
import { createIdentityVerifier } from '../../../dist/identity/identity-verifier.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { RING } from '../../identity/sign-token.js';
import { SHARED_STORES, type SharedStore } from '../../store/shared-stores.js';
import { admitTeam, TEAM_KEY } from '../../support/admit-team.js';
import { inboxesOf, type TestServer } from '../../support/serve.js';
import { enter, helloOf, SHOPS, settle, type Tenant, twoTenants, watchOver } from '../../support/two-tenants.js';
import { type Place, type Request, send } from './named-request.js';

const DESK_PATH = '/api/desk';
const KEY = TEAM_KEY;
const UNKNOWN = 'unknown-0001';

let shared: SharedStore;
let server: TestServer;
let app: Hono;
let cleaner: ReturnType<typeof teamImages>;
const tenants: Tenant[] = [];
const unsentOfDesk = new Map<Tenant, string>();
const unanswered = new Map<Tenant, string>();
let leaks: (text: string, asked: readonly string[]) => readonly string[];
let untouched: () => Promise<void>;
/** The only organization of who has the key; null: it is in all. */
let members: string | null = null;

/** Every request that the routes below `prefix` take. */
function requestsBelow(prefix: string): readonly Request[] {
  return app.routes
    .filter(({ method, path }) => path.startsWith(prefix) && !['ALL', 'OPTIONS'].includes(method))
    .flatMap(({ method, path }): Request[] => {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Place => ({ name, at: 'path' }));
      const route = `${method} ${path.slice(prefix.length)}`;
      if (method !== 'POST' || prefix === UPLOADS_PATH) return [{ method, path, body: null, places: inPath }];
      if (!Object.hasOwn(INBOX_API_REQUESTS, route))
        throw new Error(`What does ${route} take? It is not in requests.ts.`);
      const schema = INBOX_API_REQUESTS[route as keyof typeof INBOX_API_REQUESTS];
      if (schema === null) return [{ method, path, body: null, places: inPath }];
      return shapesOf(schema, (name, takes) =>
        name === 'clientId' && takes('client-of-desk') ? 'client-of-desk' : null,
      ).map(({ example, texts }) => ({
        method,
        path,
        body: example,
        places: [
          ...inPath,
          ...texts.filter(({ name }) => name in THINGS).map(({ name, path: at }): Place => ({ name, at })),
        ],
      }));
    });
}

/** What a tenant has of the things that requests name. */
const THINGS: Readonly<Record<string, (tenant: Tenant) => readonly string[]>> = {
  id: ({ names }) => [
    ...(names.get('conversation') ?? []),
    ...[...(names.get('id') ?? [])].filter((id) => id.startsWith('att_')),
  ],
  file: ({ names }) => [...(names.get('id') ?? [])].filter((id) => id.startsWith('att_')),
  attachments: (tenant) => [
    unsentOfDesk.get(tenant) as string,
    ...(THINGS.file as (of: Tenant) => readonly string[])(tenant),
  ],
  inbox: ({ shop }) => [shop],
  subject: ({ who }) => [`person-${who}`],
  key: (tenant) => [unanswered.get(tenant) as string],
};

/** Every way to fill the places with things, the `foreign` ones with the victim's and the others with the other tenant's. */
function fillings(places: readonly Place[], foreign: (at: number) => boolean): readonly (readonly string[])[] {
  const [victim, other] = tenants as [Tenant, Tenant];
  return places.reduce<readonly (readonly string[])[]>(
    (all, { name }, at) => {
      const things = THINGS[name];
      if (!things) throw new Error(`A route names a "${name}": say in THINGS what of a tenant that is.`);
      return all.flatMap((some) => things(foreign(at) ? victim : other).map((thing) => [...some, thing]));
    },
    [[]],
  );
}

describe.each(SHARED_STORES)('two businesses on one %s', (_name, begin) => {
  beforeAll(async () => {
    shared = await begin();
    server = await twoTenants(shared);
    tenants.length = 0;
    for (const [shop, who] of [
      ['first', 'kim'],
      ['second', 'lee'],
    ] as const)
      tenants.push(await settle(server, shop, who));
    const { store, append, endSessionsOf, blocks } = server;
    for (const tenant of tenants) {
      const attachment: Attachment = {
        id: `att_${`desk-for-${tenant.who}`.padEnd(32, '0')}`,
        name: 'x.png',
        type: 'image/png',
        size: 9,
      };
      const quota = { since: 0, contactBytes: 1e6, inboxBytes: 1e6 };
      const owner = { session: null, conversation: tenant.wire.conversation };
      await store.addAttachment({ attachment, inbox: tenant.shop, contact: 'desk', owner, at: Date.now(), quota });
      unsentOfDesk.set(tenant, attachment.id);
      await store.knowledge.noteUnanswered({
        inbox: tenant.shop,
        key: `question-of-${tenant.who}`,
        text: `a question of ${tenant.who}`,
        conversation: tenant.wire.conversation,
        at: Date.now(),
        most: 3,
      });
      unanswered.set(tenant, `question-of-${tenant.who}`);
    }
    const bus = localBus();
    const clock = systemClock;
    const random = (count: number) => randomBytes(count);
    const inboxes = inboxesOf(
      ...Object.entries(SHOPS).map(([id, origin]) => ({ id, organization: id, allowedOrigins: [origin] })),
    );
    cleaner = teamImages(clock);
    const files = openDiskFileStorage(join(server.folder, 'files'));
    const taking = {
      store,
      incoming: incomingFiles(join(server.folder, 'incoming'), clock),
      files,
      cleaner,
      clock,
      random,
    };
    const links = fileLinks('a key', clock.now);
    app = new Hono();
    const desk = createInboxApi({
      ...{ store, bus, clock, append, inboxes, endSessionsOf, blocks, links },
      seen: markSeenIn(store, bus),
      random,
      admit: admitTeam((organization) => members === null || organization === members),
      takeIn: (uploader, arriving) => storeUpload(taking, uploader, arriving),
    });
    desk.route(
      '/knowledge',
      createKnowledgeApi(store.knowledge, inboxes, { progress: () => null, settle: () => ({ ok: true, file: '' }) }),
    );
    desk.route('/operators/own', createOperatorsApi(taking));
    app.route(DESK_PATH, desk as unknown as Hono);
    const uploads = createUploads({
      ...{ ...taking, inboxes, links },
      mayBeServed: (session, inbox) =>
        isSessionValid(session, inbox, createIdentityVerifier(inboxes, { ring: () => JSON.parse(RING) }), clock.now()),
      load: () => 0,
      serving: () => true,
      addressOf: () => null,
      publicOrigin: null,
      onError: (error) => void server.failures.push(error),
    });
    app.route(UPLOADS_PATH, uploads as unknown as Hono);

    const [victim, other] = tenants as [Tenant, Tenant];
    const textsOf = ({ names }: Tenant): string[] => [...names.values()].flatMap((texts) => [...texts]);
    const secrets = textsOf(victim).filter((text) => text.length > 7 && !textsOf(other).includes(text));
    leaks = (text, asked) => {
      const rest = asked.reduce((left, name) => left.replaceAll(name, ''), text);
      return secrets.filter((secret) => rest.includes(JSON.stringify(secret).slice(1, -1)));
    };
    untouched = await watchOver(server, shared, victim, ['question-of-kim']);
  }, 60_000);
  afterAll(async () => {
    cleaner.close();
    expect(server.failures).toEqual([]);
    await server.dispose();
    await shared.end();
  });

  describe('S11: the desk', () => {
    it('is closed to every other credential there is, whatever it names', async () => {
      const [victim, other] = tenants as [Tenant, Tenant];
      const others = {
        nothing: null,
        'the key of another business': 'csk_the-key-of-another-business-0000000000000000',
        'an agent’s secret': 'cwsk_the-secret-of-an-agent-00000000000000000000',
        'a visitor’s own token': victim.wire.token,
        'another visitor’s token': other.wire.token,
      };
      const requests = requestsBelow(DESK_PATH);
      expect(requests.length).toBeGreaterThan(10);
      for (const request of requests)
        for (const [who, credential] of Object.entries(others))
          for (const things of fillings(request.places, () => true)) {
            const { status, text, what } = await send(app, request, things, credential);
            expect(status, `${who}: ${what}`).toBe(401);
            expect(leaks(text, []), `${who}: ${what}`).toEqual([]);
          }
      await untouched();
    });

    it('shows nothing of one organization to a member of another, and answers as if it were not there', async () => {
      const [victim, other] = tenants as [Tenant, Tenant];
      members = other.shop;
      for (const request of requestsBelow(DESK_PATH))
        for (const things of fillings(request.places, () => true)) {
          const { status, text, what } = await send(app, request, things, KEY);
          if (request.places.length > 0) expect([400, 404], what).toContain(status);
          expect(leaks(text, things), what).toEqual([]);
        }
      const lists = [
        '/conversations',
        '/conversations?view=all',
        '/conversations?q=a',
        `/conversations?q=${victim.who}`,
      ];
      for (const list of [...lists, '/blocks']) {
        const { text } = await send(
          app,
          { method: 'GET', path: `${DESK_PATH}${list}`, body: null, places: [] },
          [],
          KEY,
        );
        expect(text).not.toContain(`"inbox":"${victim.shop}"`);
        const named = `${DESK_PATH}${list}${list.includes('?') ? '&' : '?'}inbox=${victim.shop}`;
        expect(await send(app, { method: 'GET', path: named, body: null, places: [] }, [], KEY)).toMatchObject({
          status: 404,
        });
      }
      members = null;
      await untouched();
    });

    it('takes nothing of one business for something of another: not a file, a question or a customer', async () => {
      let crossings = 0;
      for (const request of requestsBelow(DESK_PATH)) {
        // What is named alone is what is asked for.
        if (request.places.length < 2) continue;
        for (let foreign = 0; foreign < request.places.length; foreign++)
          for (const things of fillings(request.places, (at) => at === foreign)) {
            const asked = things[foreign] as string;
            const found = await send(app, request, things, KEY);
            const unknown = await send(app, request, things.with(foreign, UNKNOWN), KEY);
            crossings += 1;
            expect(leaks(found.text, [asked]), found.what).toEqual([]);
            // Who may use both inboxes knows that there are two.
            if (found.status >= 400 || request.places[foreign]?.name === 'inbox') continue;
            expect(found, found.what).toMatchObject({ status: unknown.status, text: unknown.text });
          }
      }
      expect(crossings).toBeGreaterThan(10);
      await untouched();
    });
  });

  describe('U10, U11: files', () => {
    it('of one visitor are none for anyone else, with whatever credential', async () => {
      const [victim, other] = tenants as [Tenant, Tenant];
      const strangers = [
        (await enter(server, helloOf('first', 'mia', false))).token,
        (await enter(server, helloOf('first', 'mia', true))).token,
        other.wire.token,
      ];
      for (const request of requestsBelow(UPLOADS_PATH).filter(({ places }) => places.length > 0))
        for (const credential of [null, ...strangers, KEY, 'cwsk_the-secret-of-an-agent-00000000000000000000'])
          for (const things of fillings(request.places, () => true)) {
            const { status, text, what } = await send(app, request, things, credential);
            expect([401, 404], what).toContain(status);
            expect(leaks(text, things), what).toEqual([]);
          }
      // Nor from another page, with the right token.
      for (const request of requestsBelow(UPLOADS_PATH).filter(({ path }) => path.endsWith('/link')))
        for (const things of fillings(request.places, () => true)) {
          const { status } = await send(app, request, things, victim.wire.token, SHOPS.second);
          expect(status).toBe(401);
        }
      await untouched();
    });
  });
});
