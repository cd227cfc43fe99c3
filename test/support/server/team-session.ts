/** People of the team of a server that was started for a test: the owner, members who are invited, and keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './start-service.js';

export interface Member {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

const PASSWORD = 'correct horse battery';
export const OWNER: Member = { name: 'Ingrid', email: 'ingrid@shop.example', password: PASSWORD };
/** Of a member that {@link sessionOf} makes. */
export const memberCalled = (name: string): Member =>
  name === OWNER.name
    ? OWNER
    : { ...OWNER, name, email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@shop.example` };

type Headers = Readonly<Record<string, string>>;

/** How browsers reach the console of the server. */
export const consoleOrigin = ({ port, options }: Service): string =>
  options.env?.PUBLIC_URL ?? `http://localhost:${port}`;

/** Each person signs in once: it takes a tenth of a second of the server, and is limited. */
const sessions = new WeakMap<Service, Map<string, Promise<Headers>>>();

/**
 * Headers of what a person sends from the console. The owner's account is made where there is none; others are invited to all of the
 * owner's organizations first. Default: the owner.
 */
export function sessionOf(service: Service, name: string = OWNER.name): Promise<Headers> {
  const ofService = sessions.get(service) ?? new Map<string, Promise<Headers>>();
  sessions.set(service, ofService);
  const session = ofService.get(name) ?? (name === OWNER.name ? enterOwner(service) : enterMember(service, name));
  ofService.set(name, session);
  return session;
}

/** A key of an organization. Default: of the one that has the inboxes which name none. */
export async function issueKey(service: Service, organization: 'demo' | 'havn-hei' = 'havn-hei'): Promise<string> {
  const headers = await sessionOf(service);
  const orgId = (await organizationsOf(service, headers)).find(({ slug }) => slug === organization)?.orgId;
  const asked = { orgId, name: 'A test', scopes: ['read', 'write'] };
  return (await ask<{ key: string }>(service, '/api/rpc/apiKeys/create', asked, headers)).key;
}

async function enterOwner(service: Service): Promise<Headers> {
  const before = await signIn(service, OWNER);
  if (before) return before;
  const secret = readFileSync(join(service.dataDir, 'owner.link'), 'utf8').trim().split('#owner=')[1];
  await ask(service, '/api/rpc/accounts/createOwner', { ...OWNER, secret, organization: 'Havn & Hei' });
  return (await signIn(service, OWNER)) as Headers;
}

async function enterMember(service: Service, name: string): Promise<Headers> {
  const member = memberCalled(name);
  let session = await signIn(service, member);
  if (session) return session;
  const owner = await sessionOf(service);
  for (const { orgId } of await organizationsOf(service, owner)) {
    const invitation = { orgId, email: member.email };
    const { link } = await ask<{ link: string }>(service, '/api/rpc/members/invite', invitation, owner);
    const joining = { ...member, secret: link.split('#invitation=')[1] };
    await ask(service, '/api/rpc/accounts/acceptInvitation', joining, session ?? {});
    session ??= await signIn(service, member);
  }
  return session as Headers;
}

async function organizationsOf(service: Service, headers: Headers) {
  const me = await fetch(`${consoleOrigin(service)}/api/rpc/accounts/me`, { headers });
  return ((await me.json()) as { organizations: { orgId: string; slug: string }[] }).organizations;
}

/** Null: there is no such account. */
async function signIn(service: Service, { email, password }: Member): Promise<Headers | null> {
  const answer = await post(service, '/api/auth/sign-in/email', { email, password });
  if (!answer.ok) return null;
  const [cookie = ''] = answer.headers.getSetCookie().map((each) => each.split(';')[0] as string);
  return { cookie, origin: consoleOrigin(service) };
}

async function ask<T>(service: Service, path: string, body: object, headers?: Headers): Promise<T> {
  const answer = await post(service, path, body, headers);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

function post(service: Service, path: string, body: object, headers: Headers = {}): Promise<Response> {
  const sent = { 'content-type': 'application/json', origin: consoleOrigin(service), ...headers };
  return fetch(`${consoleOrigin(service)}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(body) });
}
