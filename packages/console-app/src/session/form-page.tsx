/** A page with one form: signing in, and what the links of mails lead to. */
import type { WorkspaceResult } from '@service/workspace-client';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useFocus } from '../forms/use-focus.js';
import { type Fields, fieldsOf, useForm } from './use-form.js';

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
  onSubmit(fields: Fields): Promise<WorkspaceResult<unknown>>;
}

export function FormPage({ title, intro, action, problem = null, children, more, onSubmit }: FormPageProps) {
  const { busy, refusal, submit } = useForm(onSubmit, problem);
  const form = useRef<HTMLFormElement>(null);
  useFocus(() => fieldsOf(form.current as HTMLFormElement)[0]);
  return (
    <main class="sign-in">
      <form ref={form} onSubmit={submit}>
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

interface PasswordFieldProps {
  /** The browser may suggest one. */
  readonly isNew?: boolean;
  readonly name?: string;
  readonly label?: string;
}

export function PasswordField({ isNew = false, name = 'password', label = 'Password' }: PasswordFieldProps) {
  return (
    <label>
      {label}
      <input
        name={name}
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
