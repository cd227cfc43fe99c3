/** The one table of procedures. The document, the agent catalog, the console's client and the permission tests are made from it. */
import { accounts } from './accounts/accounts.js';
import { adminEmails } from './admin/emails.js';
import { adminOrganizations } from './admin/organizations.js';
import { panelStats } from './admin/panel-stats.js';
import { apiKeys } from './api-keys.js';
import { emailPreferences } from './email-preferences.js';
import { connections } from './members/connections.js';
import { members } from './members/members.js';
import { teams } from './members/teams.js';
import { onboarding } from './organization/onboarding.js';
import { organizations } from './organization/organization.js';
import { aiAgents } from './setup/ai-agents/ai-agents.js';
import { inboxes } from './setup/inboxes/inboxes.js';
import { knowledge } from './setup/knowledge/knowledge.js';
import { website } from './setup/website/website.js';
import { health } from './system.js';

export const router = {
  health,
  accounts,
  organization: organizations,
  onboarding,
  members,
  teams,
  inboxes,
  website,
  knowledge,
  aiAgents,
  apiKeys,
  connections,
  profile: { email: { preferences: emailPreferences } },
  admin: { panelStats, organizations: adminOrganizations, emails: adminEmails },
};
export type Router = typeof router;
