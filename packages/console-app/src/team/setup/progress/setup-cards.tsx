/** How far an organization's setup is, as the server finds it: an AI agent that sets it up fills these cards while its owner looks on. */
import { hashOf } from '../../../console/address.js';
import { useAnswer } from '../../use-answer.js';
import { BusinessForm } from './business-form.js';
import { doneSteps, isSetUp, SETUP_STEPS } from './setup-steps.js';

interface SetupCardsProps {
  readonly orgId: string;
  readonly name: string;
  readonly mayManage: boolean;
}

/** Nothing where all is set up. */
export function SetupCards({ orgId, name, mayManage }: SetupCardsProps) {
  const { value, problem, refresh } = useAnswer('onboarding.getStatus', { orgId });
  if (problem) return <p role="alert">{problem}</p>;
  if (!value || isSetUp(value)) return null;
  const { facts, reached } = value;
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">
        Set up <span class="hint">{`${doneSteps(value).length} of ${SETUP_STEPS.length}`}</span>
      </h2>
      <ol class="setup-cards">
        {SETUP_STEPS.map(({ step, title, page, text }) => (
          <li key={step} data-done={reached[step] === true}>
            <Mark isDone={reached[step] === true} />
            <h3>{page ? <a href={hashOf({ page, orgId, id: null })}>{title}</a> : title}</h3>
            <p class="hint">{text(facts, reached[step] === true)}</p>
            {step === 'business' && mayManage && !reached.business && (
              <BusinessForm orgId={orgId} name={name} onSaved={refresh} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mark({ isDone }: { readonly isDone: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" role="img" aria-label={isDone ? 'Done' : 'Open'}>
      <circle cx="10" cy="10" r="9" />
      {isDone && <path d="m6 10.5 2.75 2.75L14 7.5" />}
    </svg>
  );
}
