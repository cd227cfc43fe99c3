/** Calls of the workspace's procedures as the owner of a server that was started for a test. */
import type { Service } from './start-service.js';
import { consoleOrigin, sessionOf } from './team-session.js';

export interface OwnerCalls {
  readonly orgId: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  read(name: string, query?: Readonly<Record<string, string>>): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  ask(name: string, body: object): Promise<any>;
}

/** The organization is made where there is none. */
export async function ownerOf(service: Service): Promise<OwnerCalls> {
  const headers = { ...(await sessionOf(service)), 'content-type': 'application/json' };
  const base = `${consoleOrigin(service)}/api/rpc`;
  const answered = async (answer: Response) => {
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const me = await answered(await fetch(`${base}/accounts/me`, { headers }));
  const orgId: string = me.organizations[0].orgId;
  const path = (name: string): string => `${base}/${name.replaceAll('.', '/')}`;
  return {
    orgId,
    read: async (name, query = {}) =>
      answered(await fetch(`${path(name)}?${new URLSearchParams({ orgId, ...query })}`, { headers })),
    ask: async (name, body) =>
      answered(await fetch(path(name), { method: 'POST', headers, body: JSON.stringify({ orgId, ...body }) })),
  };
}
