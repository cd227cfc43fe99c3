/** The account of the person who is signed in: what protects it, where it is open, and what mail it gets. */
import { useRef } from 'preact/hooks';
import { useFocus } from '../../forms/use-focus.js';
import type { Me } from '../use-session.js';
import { EmailPreferences } from './email-preferences.js';
import { Password } from './password.js';
import { Sessions } from './sessions.js';
import { TwoStep } from './two-step/two-step.js';

interface AccountPageProps {
  readonly me: Me;
  /** Who is signed in has changed. */
  readonly onChange: () => void;
  readonly onSignOut: () => void;
}

export function AccountPage({ me, onChange, onSignOut }: AccountPageProps) {
  const { userId, name, email, twoFactor } = me;
  const title = useRef<HTMLHeadingElement>(null);
  useFocus(() => title.current);
  return (
    <main class="team account">
      <div>
        <h1 ref={title} tabIndex={-1}>
          Your account
        </h1>
        <p class="hint">
          <bdi>{name}</bdi> · <bdi>{email}</bdi>
        </p>
      </div>
      <TwoStep email={email} isOn={twoFactor} onChange={onChange} />
      <Password email={email} />
      <Sessions onSignOut={onSignOut} />
      <EmailPreferences userId={userId} email={email} />
    </main>
  );
}
