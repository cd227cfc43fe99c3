/** For a team to which no one writes yet: how far its setup is, and the way to it. Nothing where all is set up. */
import { hashOf } from '../../../console/address.js';
import type { Me } from '../../../session/use-session.js';
import { useAnswer } from '../../use-answer.js';
import { doneSteps, isSetUp, SETUP_STEPS } from './setup-steps.js';

/** The organization that a person sets up: the first one of which they are more than a member. The demo's is set up. */
export const organizationToSetUp = ({ organizations }: Me): string | null =>
  organizations.find(({ role, demo }) => role !== 'member' && !demo)?.orgId ?? null;

export function FirstSteps({ orgId }: { readonly orgId: string }) {
  const { value } = useAnswer('onboarding.getStatus', { orgId });
  if (!value || isSetUp(value)) return null;
  return (
    <div class="empty-state first-steps">
      <h2>Set up your chat</h2>
      <p>
        {doneSteps(value).length} of {SETUP_STEPS.length} steps are done. Visitors who ask for a person appear here.
      </p>
      <a href={hashOf({ page: 'team', orgId, id: null })}>Go on with the setup</a>
    </div>
  );
}
