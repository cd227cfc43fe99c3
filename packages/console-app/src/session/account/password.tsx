import { useState } from 'preact/hooks';
import { sessions } from '../../api/workspace.js';
import { PasswordField } from '../form-page.js';
import { AccountForm } from './account-form.js';
import { AccountSection } from './account-section.js';

export function Password({ email }: { readonly email: string }) {
  const [changes, setChanges] = useState(0);
  const [notice, setNotice] = useState('');
  return (
    <AccountSection
      id="password"
      title="Password"
      intro="A new password signs you out in all other browsers."
      notice={notice}
    >
      <AccountForm
        key={changes}
        label="Change your password"
        action="Change the password"
        email={email}
        onSubmit={async ({ currentPassword = '', newPassword = '' }) => {
          setNotice('');
          const result = await sessions.changePassword(currentPassword, newPassword);
          if (result.ok) {
            setNotice('Your password is changed. You are signed out everywhere else.');
            // A new form: empty, and without what was refused before.
            setChanges((count) => count + 1);
          }
          return result;
        }}
      >
        <PasswordField name="currentPassword" label="Current password" />
        <PasswordField name="newPassword" label="New password" isNew />
      </AccountForm>
    </AccountSection>
  );
}
