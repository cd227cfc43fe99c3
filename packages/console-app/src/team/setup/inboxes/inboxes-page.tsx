/** The chats of an organization, each on the pages of a site. */
import { OrganizationChoice, type OrganizationPageProps, organizationOf } from '../../organization-choice.js';
import { Inboxes } from './inboxes.js';

export function InboxesPage({ me: { organizations }, orgId: chosen, onOrganization }: OrganizationPageProps) {
  const organization = organizationOf(organizations, chosen);
  if (!organization)
    return <p class="empty-state">You are not a member of an organization. Ask one of its owners for an invitation.</p>;
  const { orgId, role, approved } = organization;
  return (
    <main class="team">
      <OrganizationChoice {...{ organizations, organization }} onChoose={onOrganization} />
      {!approved && <p role="status">This organization waits for approval by an admin of the server.</p>}
      <Inboxes key={orgId} orgId={orgId} mayManage={approved && role !== 'member'} />
    </main>
  );
}
