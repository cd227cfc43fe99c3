// @vitest-environment happy-dom
/** The team's page: keys, inboxes, and what is said beside their fields. */
import { afterEach, expect, it, vi } from 'vitest';
import { ApiKeys } from '../src/team/api-keys.js';
import { Credentials } from '../src/team/setup/agents/credentials.js';
import { type Drawn, drawn } from './support.js';

let shown: Drawn;
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('what is read beside a new secret opens in a tab of its own, so that the secret stays', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  shown = await drawn([<ApiKeys key="keys" orgId="org_1" />, <Credentials key="credentials" orgId="org_1" />]);
  const links = [...shown.root.querySelectorAll('a')];
  expect(links.map(({ pathname, target, rel }) => [pathname, target, rel])).toEqual([
    ['/api/docs', '_blank', 'noopener'],
    ['/api/agents/guide', '_blank', 'noopener'],
  ]);
});
