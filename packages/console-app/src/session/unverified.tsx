/** Shown in place of the console to a person whose email address is not confirmed yet. */
import { useEffect, useState } from 'preact/hooks';
import { sessions } from '../api/workspace.js';
import { FormPage } from './form-page.js';

interface UnverifiedProps {
  /** Asks the server again. */
  readonly onLook: () => void;
  readonly onLeave: () => void;
}

export function Unverified({ onLook, onLeave }: UnverifiedProps) {
  const [email, setEmail] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    void sessions.address().then((result) => result.ok && setEmail(result.value));
  }, []);
  return (
    <FormPage
      title="Confirm your email address"
      intro={`A link is on its way to ${email ?? 'you'}. Open it to use the console. Where the server sends no mail, ask who runs it.`}
      action="Send the mail again"
      onSubmit={async () => {
        setSent(false);
        const address = await sessions.address();
        if (!address.ok) return address;
        if (address.value === null) {
          onLook();
          return address;
        }
        const result = await sessions.sendVerification(address.value);
        setSent(result.ok);
        return result;
      }}
      more={
        <>
          <p role="status">{sent && 'Sent. The link works for a day.'}</p>
          <button type="button" class="link" onClick={onLook}>
            I have opened the link
          </button>
          <button
            type="button"
            class="link"
            onClick={async () => {
              await sessions.signOut();
              onLeave();
            }}
          >
            Sign out
          </button>
        </>
      }
    />
  );
}
