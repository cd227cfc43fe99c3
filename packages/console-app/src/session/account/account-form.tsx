/** A form within the account page. Its first field has the focus when it is opened by a button. */
import type { WorkspaceResult } from '@service/workspace-client';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useFocus } from '../../forms/use-focus.js';
import { type Fields, fieldsOf, useForm } from '../use-form.js';

interface AccountFormProps {
  readonly label: string;
  readonly action: string;
  /** It can't be undone, or makes the account less safe. */
  readonly isDanger?: boolean;
  /** It was opened by a button, and is closed again by `onCancel`. */
  readonly onCancel?: () => void;
  /** Whose password it asks for: password managers read it. */
  readonly email: string;
  readonly children: ComponentChildren;
  onSubmit(fields: Fields): Promise<WorkspaceResult<unknown>>;
}

export function AccountForm(props: AccountFormProps) {
  const { label, action, isDanger = false, onCancel, email, children, onSubmit } = props;
  const form = useRef<HTMLFormElement>(null);
  const { busy, refusal, submit } = useForm(onSubmit);
  const isOpened = onCancel !== undefined;
  useFocus(() => fieldsOf(form.current as HTMLFormElement)[0], isOpened);
  return (
    <form ref={form} class="account-form" aria-label={label} onSubmit={submit}>
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      {children}
      {refusal && <p role="alert">{refusal}</p>}
      <div class="row">
        <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={busy}>
          {busy ? 'One moment…' : action}
        </button>
        {onCancel && (
          <button type="button" class="secondary" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
