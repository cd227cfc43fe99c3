/** The second step of signing in: a code of the person's app, or one of their backup codes. */
import { STEP_OVER } from '@service/workspace-client';
import { useState } from 'preact/hooks';
import { sessions } from '../api/workspace.js';
import { FormPage } from './form-page.js';

interface CodePageProps {
  readonly onSignedIn: () => void;
  /** The password is asked for again. `why`: null where the person went back. */
  readonly onRestart: (why: string | null) => void;
}

export function CodePage({ onSignedIn, onRestart }: CodePageProps) {
  const [kind, setKind] = useState<'app' | 'backup'>('app');
  const isApp = kind === 'app';
  return (
    <FormPage
      key={kind}
      title={isApp ? 'Enter the code' : 'Enter a backup code'}
      intro={
        isApp
          ? 'Your account asks for the six digits that your app shows.'
          : 'Use one of the codes that you stored when you set up two-step sign-in. Each works once.'
      }
      action="Sign in"
      onSubmit={async ({ code = '' }) => {
        const result = await (isApp ? sessions.confirm(code.replaceAll(' ', '')) : sessions.confirmByBackupCode(code));
        if (result.ok) onSignedIn();
        else if (STEP_OVER.has(result.error.code)) onRestart(result.error.message);
        return result;
      }}
      more={
        <>
          <button type="button" class="link" onClick={() => setKind(isApp ? 'backup' : 'app')}>
            {isApp ? 'Use a backup code' : 'Use the code of my app'}
          </button>
          <button type="button" class="link" onClick={() => onRestart(null)}>
            Back
          </button>
        </>
      }
    >
      {isApp ? <CodeField /> : <BackupCodeField />}
    </FormPage>
  );
}

/** Six digits; apps show them in two groups. */
export function CodeField() {
  return (
    <label>
      Code
      <input
        name="code"
        required
        inputMode="numeric"
        pattern="[0-9]{3} ?[0-9]{3}"
        title="Six digits"
        maxLength={7}
        autoComplete="one-time-code"
      />
    </label>
  );
}

function BackupCodeField() {
  return (
    <label>
      Backup code
      <input name="code" required maxLength={40} autoComplete="off" autoCapitalize="none" spellcheck={false} />
    </label>
  );
}
