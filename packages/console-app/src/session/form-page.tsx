/** A page with one form: signing in, and what the links of mails lead to. */
import type { WorkspaceResult } from '@service/workspace-client';
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../api/workspace.js';

interface FormPageProps {
  readonly title: string;
  readonly intro: string;
  readonly action: string;
  /** Shown before the first attempt. */
  readonly problem?: string | null;
  /** The fields. Default: none. */
  readonly children?: ComponentChildren;
  /** Below the button. */
  readonly more?: ComponentChildren;
  /** The fields by name, without spaces around. */
  onSubmit(fields: Readonly<Record<string, string>>): Promise<WorkspaceResult<unknown>>;
}

export function FormPage({ title, intro, action, problem = null, children, more, onSubmit }: FormPageProps) {
  const [refusal, setRefusal] = useState(problem);
  const [busy, setBusy] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const fields = Object.fromEntries([...form].map(([name, value]) => [name, fieldOf(name, String(value))]));
    setBusy(true);
    setRefusal(null);
    const result = await onSubmit(fields);
    setBusy(false);
    if (!result.ok) setRefusal(messageOf(result.error));
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>{title}</h1>
        <p>{intro}</p>
        {children}
        {refusal && <p role="alert">{refusal}</p>}
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'One moment…' : action}
        </button>
        {more}
      </form>
    </main>
  );
}

/** Spaces are part of a password. */
const fieldOf = (name: string, value: string): string => (name === 'password' ? value : value.trim());

export function EmailField({ value }: { readonly value?: string }) {
  return (
    <label>
      Email
      <input
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="username"
        spellcheck={false}
        {...(value !== undefined && { value, readOnly: true })}
      />
    </label>
  );
}

export function NameField() {
  return (
    <label>
      Your name, as visitors see it
      <input name="name" required maxLength={80} autoComplete="name" />
    </label>
  );
}

/** `isNew`: the browser may suggest one. */
export function PasswordField({ isNew = false }: { readonly isNew?: boolean }) {
  return (
    <label>
      Password
      <input
        name="password"
        type="password"
        required
        minLength={isNew ? 10 : 1}
        maxLength={128}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      {isNew && <span class="hint">At least 10 characters.</span>}
    </label>
  );
}
