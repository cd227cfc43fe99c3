/**
 * The library's routes of keys are for agent credentials alone, which are a person's own. Of an organization's keys it asks the role and
 * not whether the member is suspended, so those are listed and revoked by procedures.
 */
import { textIn } from '../../contract/json-messages.js';
import type { KeyConfiguration } from '../auth-options.js';

const AGENT: KeyConfiguration = 'agent';
const LIST_PATH = '/api-key/list';
const LISTED_BY: ReadonlySet<string> = new Set(['configId', 'limit', 'offset']);
export const DELETE_KEY_PATH = '/api-key/delete';

/** `path`: below `/api/auth`. True for a route that is not of keys. */
export async function isForAgents(path: string, request: Request): Promise<boolean> {
  if (path === DELETE_KEY_PATH) return (await textIn(request, 'configId')) === AGENT;
  if (path !== LIST_PATH) return true;
  const asked = [...new URL(request.url).searchParams];
  const names = asked.map(([name]) => name);
  if (new Set(names).size < names.length || !names.every((name) => LISTED_BY.has(name))) return false;
  return asked.some(([name, value]) => name === 'configId' && value === AGENT);
}
