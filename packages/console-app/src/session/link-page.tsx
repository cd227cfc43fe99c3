/** What the links lead to: the first account, an invitation, a new password, an address that is confirmed. */
import type { Outputs } from '@service/workspace-client';
import { useEffect, useState } from 'preact/hooks';
import { messageOf, sessions, workspace } from '../api/workspace.js';
import { CodePage } from './code-page.js';
import { EmailField, FormPage, NameField, PasswordField } from './form-page.js';
import type { Link } from './links.js';

interface LinkPageProps {
  readonly link: Link;
  /** The link has done its work, or was given up. */
  readonly onDone: () => void;
}

export function LinkPage({ link, onDone }: LinkPageProps) {
  const { kind, secret } = link;
  if (kind === 'owner') return <FirstAccount secret={secret} onDone={onDone} />;
  if (kind === 'invitation') return <Invitation secret={secret} onDone={onDone} />;
  if (kind === 'reset') return <NewPassword secret={secret} onDone={onDone} />;
  return <Verified secret={secret} onDone={onDone} />;
}

interface StepProps {
  readonly secret: string;
  readonly onDone: () => void;
}

function FirstAccount({ secret, onDone }: StepProps) {
  return (
    <FormPage
      title="Welcome"
      intro="Make the first account. It owns your organization and administers this server."
      action="Create the account"
      onSubmit={async ({ name = '', email = '', password = '', organization = '' }) => {
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        const account = { secret, name, email, password, organization, timeZone, locale: 'en' };
        const made = await workspace.call('accounts.createOwner', account);
        if (!made.ok) return made;
        const entered = await sessions.signIn(email, password);
        if (entered.ok) onDone();
        return entered;
      }}
    >
      <label>
        Your organization
        <input name="organization" required maxLength={80} autoComplete="organization" />
      </label>
      <NameField />
      <EmailField />
      <PasswordField isNew />
    </FormPage>
  );
}

type Invited = Outputs['accounts.readInvitation'];

function Invitation({ secret, onDone }: StepProps) {
  const [invited, setInvited] = useState<Invited | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    void workspace.call('accounts.readInvitation', { secret }).then((result) => {
      if (result.ok) setInvited(result.value);
      else setProblem(result.error.message);
    });
  }, [secret]);
  if (problem !== null) return <Notice title="Invitation" text={problem} onDone={onDone} />;
  if (!invited) return <main class="sign-in" aria-busy="true" />;
  const { email, organization, hasAccount } = invited;
  const restart = (why: string | null): void => {
    setRefusal(why);
    setStep('password');
  };
  if (step === 'code')
    return (
      <CodePage
        onSignedIn={async () => {
          const joined = await workspace.call('accounts.acceptInvitation', { secret });
          if (joined.ok) onDone();
          else restart(messageOf(joined.error));
        }}
        onRestart={restart}
      />
    );
  return (
    <FormPage
      problem={refusal}
      title={organization}
      intro={
        hasAccount
          ? `Sign in with your account to join ${organization}.`
          : `You are invited to answer customers of ${organization}. Make your account.`
      }
      action={hasAccount ? 'Sign in and join' : 'Join'}
      onSubmit={async ({ name, password = '' }) => {
        if (hasAccount) {
          const entered = await sessions.signIn(email, password);
          if (entered.ok && entered.value.next === 'one-time-code') setStep('code');
          if (!entered.ok || entered.value.next === 'one-time-code') return entered;
        }
        const account = hasAccount ? { secret } : { secret, password, ...(name !== undefined && { name }) };
        const joined = await workspace.call('accounts.acceptInvitation', account);
        if (!joined.ok) return joined;
        const entered = hasAccount ? joined : await sessions.signIn(email, password);
        if (entered.ok) onDone();
        return entered;
      }}
    >
      <EmailField value={email} />
      {!hasAccount && <NameField />}
      <PasswordField isNew={!hasAccount} />
    </FormPage>
  );
}

function NewPassword({ secret, onDone }: StepProps) {
  return (
    <FormPage
      title="New password"
      intro="Choose a new password. You are signed out everywhere else."
      action="Save it"
      onSubmit={async ({ password = '' }) => {
        const result = await sessions.resetPassword(secret, password);
        if (result.ok) onDone();
        return result;
      }}
    >
      <PasswordField isNew />
    </FormPage>
  );
}

function Verified({ secret, onDone }: StepProps) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    void sessions
      .verifyEmail(secret)
      .then((result) => setText(result.ok ? 'Your email address is confirmed.' : result.error.message));
  }, [secret]);
  return text === null ? (
    <main class="sign-in" aria-busy="true" />
  ) : (
    <Notice title="Email" text={text} onDone={onDone} />
  );
}

function Notice({
  title,
  text,
  onDone,
}: {
  readonly title: string;
  readonly text: string;
  readonly onDone: () => void;
}) {
  return (
    <FormPage
      title={title}
      intro={text}
      action="Go on"
      onSubmit={async () => {
        onDone();
        return { ok: true, value: null };
      }}
    />
  );
}
