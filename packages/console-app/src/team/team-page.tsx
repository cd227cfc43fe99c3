/** An organization: its setup, members, teams and keys; for admins of the server, what waits for approval, and its mail. */
import { ApiKeys } from './api-keys.js';
import { MailOfInstallation } from './mail.js';
import { Members } from './members.js';
import {
  NoOrganization,
  OrganizationChoice,
  type OrganizationPageProps,
  organizationOf,
  WaitsForApproval,
} from './organization-choice.js';
import { Connections } from './setup/agents/connections.js';
import { Credentials } from './setup/agents/credentials.js';
import { SetupCards } from './setup/progress/setup-cards.js';
import { Teams } from './teams.js';
import { WaitingOrganizations } from './waiting-organizations.js';

export function TeamPage({ me, orgId: chosen, onOrganization }: OrganizationPageProps) {
  const { organizations, userId, isInstallationAdmin } = me;
  const organization = organizationOf(organizations, chosen);
  if (!organization) return <NoOrganization />;
  const { orgId, role } = organization;
  return (
    <main class="team">
      <OrganizationChoice {...{ organizations, organization }} onChoose={onOrganization} />
      {!organization.approved && <WaitsForApproval />}
      {!organization.demo && (
        <SetupCards key={orgId} orgId={orgId} name={organization.name} mayManage={role !== 'member'} />
      )}
      <Members key={orgId} orgId={orgId} own={role} userId={userId} />
      {organization.approved && <Teams key={orgId} orgId={orgId} mayManage={role !== 'member'} />}
      {role !== 'member' && <ApiKeys key={orgId} orgId={orgId} />}
      {role !== 'member' && organization.approved && !organization.demo && <Credentials key={orgId} orgId={orgId} />}
      {organization.approved && <Connections key={orgId} orgId={orgId} />}
      {isInstallationAdmin && <WaitingOrganizations />}
      {isInstallationAdmin && <MailOfInstallation />}
    </main>
  );
}
