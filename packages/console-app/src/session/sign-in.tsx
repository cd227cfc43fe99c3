/** Asks for a name that visitors will see, and for the key that the server wrote at its first start. */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { signInOperator } from '../api/operator-api.js';
import type { Credentials } from './credentials.js';

interface SignInProps {
  readonly givenKey: string;
  readonly problem: string | null;
  readonly onSignIn: (credentials: Credentials) => void;
}

export function SignIn({ givenKey, problem, onSignIn }: SignInProps) {
  const [refusal, setRefusal] = useState(problem);
  const [busy, setBusy] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const key = String(fields.get('key')).trim();
    setBusy(true);
    const result = await signInOperator(key, String(fields.get('name')).trim());
    setBusy(false);
    if (result.ok) onSignIn({ key, name: result.value.operator.name, operator: result.value.operator });
    else
      setRefusal(
        result.reason === 'unauthorized' ? 'This key isn’t valid. Compare it with operator.key.' : result.message,
      );
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>Console</h1>
        <p>Answer visitors who asked for a person.</p>
        <label>
          Your name, as visitors see it
          <input name="name" required maxLength={80} autoComplete="name" />
        </label>
        <label>
          Operator key
          <input name="key" type="password" required defaultValue={givenKey} autoComplete="off" spellcheck={false} />
        </label>
        <p class="hint">
          The server wrote it to <code>operator.key</code> in its data folder, unless <code>OPERATOR_KEY</code> is set.
        </p>
        {refusal && <p role="alert">{refusal}</p>}
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'One moment…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
