/** The procedures that change nothing: they are asked by GET. A test holds the list to the server's table. */
export const READS: ReadonlySet<string> = new Set([
  'accounts.status',
  'accounts.readInvitation',
  'accounts.me',
  'accounts.sessions',
  'organization.get',
  'organization.capabilities',
  'members.list',
  'teams.list',
  'apiKeys.list',
  'profile.email.preferences.get',
  'admin.panelStats',
  'admin.emails.health',
  'admin.emails.getMetrics',
  'admin.emails.listOutbox',
]);
