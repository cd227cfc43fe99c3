/** Whose members, knowledge and AI agents are shown, for a person who is in several organizations. */
import { useState } from 'preact/hooks';
import type { Me } from '../session/use-session.js';

type Organizations = Me['organizations'];

export function useOrganization(organizations: Organizations) {
  const [chosen, choose] = useState(organizations[0]?.orgId);
  return { organization: organizations.find(({ orgId }) => orgId === chosen), choose };
}

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
