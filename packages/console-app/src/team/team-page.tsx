/** An organization: its members, teams, inboxes and keys; for admins of the server, what waits for approval, and its mail. */
import { useState } from 'preact/hooks';
import type { Me } from '../session/use-session.js';
import { ApiKeys } from './api-keys.js';
import { MailOfInstallation } from './mail.js';
import { Members } from './members.js';
import { Connections } from './setup/agents/connections.js';
import { Credentials } from './setup/agents/credentials.js';
import { Inboxes } from './setup/inboxes/inboxes.js';
import { Teams } from './teams.js';
import { WaitingOrganizations } from './waiting-organizations.js';

export function TeamPage({ me }: { readonly me: Me }) {
  const { organizations, userId, isInstallationAdmin } = me;
  const [chosen, setChosen] = useState(organizations[0]?.orgId);
  const organization = organizations.find(({ orgId }) => orgId === chosen);
  if (!organization)
    return <p class="empty-state">You are not a member of an organization. Ask one of its owners for an invitation.</p>;
  const { orgId, role } = organization;
  return (
    <main class="team">
      {organizations.length > 1 && (
        <label>
          Organization
          <select value={orgId} onChange={(event) => setChosen(event.currentTarget.value)}>
            {organizations.map((each) => (
              <option key={each.orgId} value={each.orgId}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {organizations.length === 1 && <h1>{organization.name}</h1>}
      {!organization.approved && <p role="status">This organization waits for approval by an admin of the server.</p>}
      <Members key={orgId} orgId={orgId} own={role} userId={userId} />
      {organization.approved && <Teams key={orgId} orgId={orgId} mayManage={role !== 'member'} />}
      <Inboxes key={orgId} orgId={orgId} mayManage={organization.approved && role !== 'member'} />
      {role !== 'member' && <ApiKeys key={orgId} orgId={orgId} />}
      {role !== 'member' && organization.approved && <Credentials key={orgId} orgId={orgId} />}
      {organization.approved && <Connections key={orgId} orgId={orgId} />}
      {isInstallationAdmin && <WaitingOrganizations />}
      {isInstallationAdmin && <MailOfInstallation />}
    </main>
  );
}
