/** Whose members, knowledge and AI agents are shown, for a person who is in several organizations. */
import type { Me } from '../session/use-session.js';

type Organizations = Me['organizations'];

/** What a page that belongs to an organization is given. */
export interface OrganizationPageProps {
  readonly me: Me;
  /** Null: the first one of the person. */
  readonly orgId: string | null;
  readonly onOrganization: (orgId: string) => void;
}

/** Undefined: the person is in none. */
export const organizationOf = (organizations: Organizations, chosen: string | null) =>
  organizations.find(({ orgId }) => orgId === chosen) ?? organizations[0];

/** In place of a page that belongs to an organization. */
export const NoOrganization = () => (
  <p class="empty-state">You are not a member of an organization. Ask one of its owners for an invitation.</p>
);

/** On pages of an organization that is not approved yet. */
export const WaitsForApproval = () => (
  <p role="status">This organization waits for approval by an admin of the server.</p>
);

interface OrganizationChoiceProps {
  readonly organizations: Organizations;
  readonly organization: Organizations[number];
  /** Where there is nothing to choose. Default: the organization's name. */
  readonly title?: string;
  readonly onChoose: (orgId: string) => void;
}

export function OrganizationChoice({ organizations, organization, title, onChoose }: OrganizationChoiceProps) {
  if (organizations.length === 1) return <h1>{title ?? organization.name}</h1>;
  return (
    <label>
      Organization
      <select value={organization.orgId} onChange={(event) => onChoose(event.currentTarget.value)}>
        {organizations.map((each) => (
          <option key={each.orgId} value={each.orgId}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
}
