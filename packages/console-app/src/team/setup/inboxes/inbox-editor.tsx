/** The fields of an inbox beside its preview. What is written here stays while others change the inbox. */
import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChange } from '../../use-answer.js';
import { Preview } from './preview.js';
import { changesIn, type Inbox, TEMPLATES, writtenIn } from './written-inbox.js';

interface InboxEditorProps {
  readonly orgId: string;
  readonly inbox: Inbox;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function InboxEditor({ orgId, inbox: given, onClose, onSaved }: InboxEditorProps) {
  // As it was when the form opened: its version is what the change is based on.
  const [inbox] = useState(given);
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<ReturnType<typeof writtenIn>>({});
  const { busy, problem, run } = useChange();
  useEffect(() => {
    (form.current?.elements.namedItem('name') as HTMLInputElement | null)?.focus();
  }, []);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const change = changesIn(writtenIn(event.currentTarget, inbox), inbox);
    const { inboxId, version } = inbox;
    if (version === null) return;
    if (Object.keys(change).length > 0 && !(await run('inboxes.update', { orgId, inboxId, version, ...change })))
      return;
    onSaved();
    onClose();
  };
  return (
    <div class="inbox-editor">
      <form
        ref={form}
        aria-label={`Edit ${inbox.name}`}
        onSubmit={save}
        onInput={(event) => setWritten(writtenIn(event.currentTarget, inbox))}
      >
        <Words inbox={inbox} />
        <Look inbox={inbox} />
        <People inbox={inbox} />
        <Consent inbox={inbox} />
        {problem && <p role="alert">{problem}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
      <Preview orgId={orgId} inboxId={inbox.inboxId} written={written} />
    </div>
  );
}

interface OfInbox {
  readonly inbox: Inbox;
}

function Words({ inbox }: OfInbox) {
  return (
    <>
      <Field of="name" label="Name of the business, as visitors read it">
        <input id="inbox-name" name="name" required maxLength={80} defaultValue={inbox.name} autoComplete="off" />
      </Field>
      <Field of="agentName" label="Who answers">
        <input
          id="inbox-agentName"
          name="agentName"
          required
          maxLength={80}
          defaultValue={inbox.agentName}
          autoComplete="off"
        />
      </Field>
      <Field of="allowedOrigins" label="Addresses of your site, one a line">
        <textarea
          id="inbox-allowedOrigins"
          name="allowedOrigins"
          required
          rows={2}
          defaultValue={inbox.allowedOrigins.join('\n')}
        />
      </Field>
      <Field of="greeting" label="Greeting">
        <textarea id="inbox-greeting" name="greeting" maxLength={500} rows={2} defaultValue={inbox.greeting ?? ''} />
      </Field>
      <Field of="questions" label="Suggested questions, one a line">
        <textarea id="inbox-questions" name="questions" rows={3} defaultValue={inbox.questions.join('\n')} />
      </Field>
    </>
  );
}

const Look = ({ inbox: { theme } }: OfInbox) => (
  <fieldset>
    <legend>Look</legend>
    <Field of="template" label="Template">
      <select id="inbox-template" name="template" defaultValue={theme?.template ?? ''}>
        <option value="">As the page wishes</option>
        {TEMPLATES.map((template) => (
          <option key={template} value={template}>
            {template.charAt(0).toUpperCase() + template.slice(1)}
          </option>
        ))}
      </select>
    </Field>
    <Field of="primaryColor" label="Colour, such as #0f766e">
      <input
        id="inbox-primaryColor"
        name="primaryColor"
        maxLength={64}
        defaultValue={theme?.primaryColor ?? ''}
        autoComplete="off"
      />
    </Field>
  </fieldset>
);

const People = ({ inbox: { people, otherContact } }: OfInbox) => (
  <fieldset>
    <legend>People</legend>
    <Check name="people" isOn={people !== null}>
      Visitors can ask for a person
    </Check>
    <Field of="hours" label="When people answer, in your own words">
      <input id="inbox-hours" name="hours" maxLength={200} defaultValue={people?.hours ?? ''} autoComplete="off" />
    </Field>
    <Field of="otherContact" label="How else to reach you">
      <input
        id="inbox-otherContact"
        name="otherContact"
        maxLength={200}
        defaultValue={otherContact ?? ''}
        autoComplete="off"
      />
    </Field>
  </fieldset>
);

const Consent = ({ inbox: { requireConsent, privacyUrl } }: OfInbox) => (
  <fieldset>
    <legend>Consent</legend>
    <Check name="requireConsent" isOn={requireConsent}>
      Ask visitors before anything is stored
    </Check>
    <Field of="privacyUrl" label="Address of your privacy notice">
      <input id="inbox-privacyUrl" name="privacyUrl" type="url" defaultValue={privacyUrl ?? ''} autoComplete="off" />
    </Field>
  </fieldset>
);

interface FieldProps {
  /** Of the control below, whose id is `inbox-` and this. */
  readonly of: string;
  readonly label: string;
  readonly children: ComponentChildren;
}

const Field = ({ of, label, children }: FieldProps) => (
  <div class="field">
    <label htmlFor={`inbox-${of}`}>{label}</label>
    {children}
  </div>
);

interface CheckProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly children: ComponentChildren;
}

const Check = ({ name, isOn, children }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} defaultChecked={isOn} />
    {children}
  </label>
);
