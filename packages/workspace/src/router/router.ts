/** The one table of procedures. The document, the agent catalog, the console's client and the permission tests are made from it. */
import { accounts } from './accounts.js';
import { apiKeys } from './api-keys.js';
import { members } from './members.js';
import { organizations } from './organization.js';
import { health } from './system.js';

export const router = { health, accounts, organization: organizations, members, apiKeys };
export type Router = typeof router;
