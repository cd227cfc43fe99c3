/** The chats of an organization, each on the pages of a site. */
import {
  NoOrganization,
  OrganizationChoice,
  type OrganizationPageProps,
  organizationOf,
  WaitsForApproval,
} from '../../organization-choice.js';
import { Inboxes } from './inboxes.js';

export function InboxesPage({ me: { organizations }, orgId: chosen, onOrganization }: OrganizationPageProps) {
  const organization = organizationOf(organizations, chosen);
  if (!organization) return <NoOrganization />;
  const { orgId, role, approved } = organization;
  return (
    <main class="team">
      <OrganizationChoice {...{ organizations, organization }} onChoose={onOrganization} />
      {!approved && <WaitsForApproval />}
      <Inboxes key={orgId} orgId={orgId} mayManage={approved && role !== 'member'} />
    </main>
  );
}
