/** Two-step sign-in is set up: the secret goes into the person's app, and the first code shows that it did. */
import type { TwoStep } from '@service/workspace-client';
import { useId, useRef } from 'preact/hooks';
import { sessions } from '../../../api/workspace.js';
import { CodeField } from '../../code-page.js';
import { AccountForm } from '../account-form.js';
import { CopyButton } from './copy-button.js';
import { otpSecret } from './otp-secret.js';
import { QrCode } from './qr-code.js';

interface TwoStepSetupProps {
  readonly setup: TwoStep;
  readonly email: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

export function TwoStepSetup({ setup: { totpURI }, email, onDone, onCancel }: TwoStepSetupProps) {
  const secret = otpSecret(totpURI);
  return (
    <div class="two-step-setup">
      <QrCode text={totpURI} label="QR code with the secret for your app" />
      <div class="steps">
        <p>
          Scan this with an authenticator app, for example that of your password manager. On this device:{' '}
          <a href={totpURI}>open the app</a>.
        </p>
        <Secret secret={secret} />
        <AccountForm
          label="Turn on two-step sign-in"
          action="Turn on"
          {...{ email, onCancel }}
          onSubmit={async ({ code = '' }) => {
            const result = await sessions.confirm(code.replaceAll(' ', ''));
            if (result.ok) onDone();
            return result;
          }}
        >
          <CodeField />
        </AccountForm>
      </div>
    </div>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  return (
    <div class="secret">
      <label for={id}>Or type this secret into the app</label>
      <div class="row">
        <textarea
          ref={field}
          id={id}
          rows={4}
          dir="ltr"
          readOnly
          spellcheck={false}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret.replaceAll(' ', '')} what="the secret" onRefused={() => field.current?.select()} />
      </div>
    </div>
  );
}
