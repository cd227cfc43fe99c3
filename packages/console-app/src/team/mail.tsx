/** Mail of the installation, for its admins: whether it can be sent, and what was not. */
import type { Outputs } from '@service/workspace-client';
import { dayOf } from '../content/time.js';
import { useAnswer } from './use-answer.js';

type Mail = Outputs['admin.emails.listOutbox']['items'][number];

export function MailOfInstallation() {
  const health = useAnswer('admin.emails.health', undefined);
  const outbox = useAnswer('admin.emails.listOutbox', undefined);
  const problem = health.problem ?? outbox.problem;
  return (
    <section aria-labelledby="mail">
      <h2 id="mail">Mail of this server</h2>
      {problem && <p role="alert">{problem}</p>}
      {health.value && <p class="hint">{stateOf(health.value)}</p>}
      <ul class="rows">
        {outbox.value?.items.map((mail) => (
          <OutboxRow key={mail.id} mail={mail} />
        ))}
      </ul>
    </section>
  );
}

function stateOf({ status, providers }: Outputs['admin.emails.health']): string {
  if (providers.email === 'outbox')
    return 'No mail server is set up (SMTP_URL), so nothing is sent. What would have been sent is listed here for seven days.';
  return status === 'healthy' ? 'Mail is sent.' : 'The mail server does not answer. Look at SMTP_URL.';
}

function OutboxRow({ mail: { to, subject, text, createdAt } }: { readonly mail: Mail }) {
  return (
    <li>
      <details>
        <summary>
          <strong>{subject}</strong>
          <span class="hint">
            To {to} · {dayOf(Date.parse(createdAt))}
          </span>
        </summary>
        <pre>{text}</pre>
      </details>
    </li>
  );
}
