/** Signing in by email and password, the code of an app where the account has one, and asking for a new password. */
import type { WorkspaceResult } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { sessions, workspace } from '../api/workspace.js';
import { CodePage } from './code-page.js';
import { EmailField, FormPage, PasswordField } from './form-page.js';

interface SignInProps {
  readonly problem: string | null;
  readonly onSignedIn: () => void;
}

type Step = 'password' | 'code' | 'forgotten' | 'sent';

export function SignIn({ problem, onSignedIn }: SignInProps) {
  const [step, setStep] = useState<Step>('password');
  const [refusal, setRefusal] = useState(problem);
  const { unclaimed, lookAgain } = useUnclaimed();
  if (unclaimed === null) return <main class="sign-in" aria-busy="true" />;
  if (unclaimed)
    return (
      <FormPage
        key="welcome"
        title="Welcome"
        intro="This server has no account yet. Open the link that it wrote to owner.link in its data folder when it started; npm start prints it."
        action="Look again"
        onSubmit={lookAgain}
      />
    );
  if (step === 'code')
    return (
      <CodePage
        onSignedIn={onSignedIn}
        onRestart={(why) => {
          setRefusal(why);
          setStep('password');
        }}
      />
    );
  if (step === 'forgotten' || step === 'sent') return <Forgotten step={step} onStep={setStep} />;
  return (
    <FormPage
      key="password"
      title="Console"
      intro="Answer visitors who asked for a person."
      action="Sign in"
      problem={refusal}
      onSubmit={async ({ email = '', password = '' }) => {
        const result = await sessions.signIn(email, password);
        if (result.ok && result.value.next === 'one-time-code') setStep('code');
        else if (result.ok) onSignedIn();
        return result;
      }}
      more={
        <button type="button" class="link" onClick={() => setStep('forgotten')}>
          I don’t know my password
        </button>
      }
    >
      <EmailField />
      <PasswordField />
    </FormPage>
  );
}

function Forgotten({ step, onStep }: { readonly step: Step; readonly onStep: (step: Step) => void }) {
  return (
    <FormPage
      key="forgotten"
      title="New password"
      intro={
        step === 'sent'
          ? 'If there is an account with this address, a link is on its way to it. Where the server sends no mail, ask who runs it: npm run reset-password makes a link.'
          : 'We send you a link by which you choose a new one.'
      }
      action={step === 'sent' ? 'Send another link' : 'Send the link'}
      onSubmit={async ({ email = '' }) => {
        const result = await sessions.requestReset(email);
        if (result.ok) onStep('sent');
        return result;
      }}
      more={
        <button type="button" class="link" onClick={() => onStep('password')}>
          Back
        </button>
      }
    >
      <EmailField />
    </FormPage>
  );
}

/** Whether the server still waits for its first account; null: not known yet. */
function useUnclaimed() {
  const [unclaimed, setUnclaimed] = useState<boolean | null>(null);
  const lookAgain = async (): Promise<WorkspaceResult<unknown>> => {
    const result = await workspace.call('accounts.status', undefined);
    setUnclaimed(result.ok && result.value.unclaimed);
    return result;
  };
  useEffect(() => void lookAgain(), []);
  return { unclaimed, lookAgain };
}
