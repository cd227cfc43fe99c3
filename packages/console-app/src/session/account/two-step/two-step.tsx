/** Two-step sign-in: a code of an app after the password. */
import type { TwoStep as Setup } from '@service/workspace-client';
import { useRef, useState } from 'preact/hooks';
import { sessions } from '../../../api/workspace.js';
import { PasswordField } from '../../form-page.js';
import { AccountForm } from '../account-form.js';
import { AccountSection } from '../account-section.js';
import { BackupCodes } from './backup-codes.js';
import { TwoStepSetup } from './two-step-setup.js';

interface TwoStepProps {
  readonly email: string;
  readonly isOn: boolean;
  /** Whether it is on has changed. */
  readonly onChange: () => void;
}

/** What the password is asked for. */
type Purpose = 'set-up' | 'turn-off' | 'renew';

type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'password'; readonly purpose: Purpose }
  | { readonly kind: 'app'; readonly setup: Setup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const REST: Step = { kind: 'rest' };
const ASKS: Readonly<Record<Purpose, { readonly label: string; readonly action: string }>> = {
  'set-up': { label: 'Set up two-step sign-in', action: 'Go on' },
  'turn-off': { label: 'Turn off two-step sign-in', action: 'Turn off' },
  renew: { label: 'Make new backup codes', action: 'Make new codes' },
};

export function TwoStep({ email, isOn, onChange }: TwoStepProps) {
  const [step, setStep] = useState<Step>(REST);
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const begin = (purpose: Purpose): void => {
    setNotice('');
    setStep({ kind: 'password', purpose });
  };
  /** Back to the beginning: what had the focus is gone. */
  const rest = (done = ''): void => {
    setStep(REST);
    setNotice(done);
    heading.current?.focus();
  };
  const isPastPassword = step.kind === 'app' || step.kind === 'codes';
  return (
    <AccountSection
      id="two-step"
      title="Two-step sign-in"
      intro="Besides your password, signing in asks for a code from an app on your phone. A stolen password alone opens nothing."
      {...{ heading, notice }}
    >
      {!isPastPassword && (
        <State {...{ isOn, onBegin: begin }} asked={step.kind === 'password' ? step.purpose : null} />
      )}
      {step.kind === 'password' && (
        <PasswordAsked
          key={step.purpose}
          {...{ email, onCancel: () => rest() }}
          purpose={step.purpose}
          onStep={(next) => {
            if (next.kind !== 'rest') return setStep(next);
            rest('Two-step sign-in is off.');
            onChange();
          }}
        />
      )}
      {step.kind === 'app' && (
        <TwoStepSetup
          {...{ email, setup: step.setup, onCancel: () => rest() }}
          onDone={() => {
            setNotice('Two-step sign-in is on.');
            setStep({ kind: 'codes', codes: step.setup.backupCodes });
            onChange();
          }}
        />
      )}
      {step.kind === 'codes' && <BackupCodes codes={step.codes} onClose={() => rest()} />}
    </AccountSection>
  );
}

interface StateProps {
  readonly isOn: boolean;
  readonly asked: Purpose | null;
  readonly onBegin: (purpose: Purpose) => void;
}

function State({ isOn, asked, onBegin }: StateProps) {
  const button = (purpose: Purpose, text: string, look = 'secondary') => (
    <button type="button" class={look} aria-expanded={asked === purpose} onClick={() => onBegin(purpose)}>
      {text}
    </button>
  );
  return (
    <div class="row">
      <p class="state-of">
        <span class={isOn ? 'mark on' : 'mark'}>{isOn ? 'On' : 'Off'}</span>
      </p>
      {isOn ? (
        <>
          {button('renew', 'New backup codes')}
          {button('turn-off', 'Turn off')}
        </>
      ) : (
        asked === null && button('set-up', 'Set up', 'primary')
      )}
    </div>
  );
}

interface PasswordAskedProps {
  readonly email: string;
  readonly purpose: Purpose;
  readonly onCancel: () => void;
  /** What comes after it. */
  readonly onStep: (step: Step) => void;
}

function PasswordAsked({ email, purpose, onCancel, onStep }: PasswordAskedProps) {
  const { label, action } = ASKS[purpose];
  return (
    <AccountForm
      {...{ label, action, email, onCancel }}
      isDanger={purpose === 'turn-off'}
      onSubmit={async ({ password = '' }) => {
        if (purpose === 'set-up') {
          const begun = await sessions.beginTwoStep(password);
          if (begun.ok) onStep({ kind: 'app', setup: begun.value });
          return begun;
        }
        if (purpose === 'renew') {
          const renewed = await sessions.renewBackupCodes(password);
          if (renewed.ok) onStep({ kind: 'codes', codes: renewed.value.backupCodes });
          return renewed;
        }
        const ended = await sessions.endTwoStep(password);
        if (ended.ok) onStep(REST);
        return ended;
      }}
    >
      {purpose === 'renew' && <p class="hint">The old codes open nothing from then on.</p>}
      <PasswordField label="Your password" />
    </AccountForm>
  );
}
