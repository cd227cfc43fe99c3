/** The fields of an inbox beside its preview. What is written here stays while others change the inbox. */
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../../api/workspace.js';
import { useFocus } from '../../../forms/use-focus.js';
import { useChange } from '../../use-answer.js';
import { changedFields } from '../changed-fields.js';
import { InboxFields } from './inbox-fields.js';
import { Preview } from './preview.js';
import { catchUp, changesIn, controlsOf, type Inbox, writtenIn } from './written-inbox.js';

interface InboxEditorProps {
  readonly orgId: string;
  readonly inbox: Inbox;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

const NAMES: Readonly<Record<string, string>> = {
  name: 'the name',
  agentName: 'who answers',
  aiAgentId: 'the AI agent',
  allowedOrigins: 'the addresses of the site',
  greeting: 'the greeting',
  questions: 'the questions',
  theme: 'the look',
  people: 'when people answer',
  otherContact: 'how else to reach you',
  requireConsent: 'the consent',
  privacyUrl: 'the privacy notice',
};

/** What another person has changed, in words. */
function changedByOthers(fields?: readonly string[]): string {
  return `Someone else has changed ${changedFields(NAMES, fields)} meanwhile. It is shown here now, except where you wrote something. Look at it, and save again.`;
}

export function InboxEditor({ orgId, inbox: given, onClose, onSaved }: InboxEditorProps) {
  // As it was when the form opened, or when the person was notified of another's change: what is saved is based on it.
  const [inbox, setInbox] = useState(given);
  const [controls] = useState(() => controlsOf(given));
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<ReturnType<typeof writtenIn>>({});
  const { busy, error, run } = useChange();
  useFocus(() => form.current?.elements.namedItem('name') as HTMLInputElement | null | undefined);
  const { inboxId, version } = inbox;
  const isOutdated = error?.code === 'PRECONDITION_FAILED';
  const readAgain = async (): Promise<void> => {
    const now = await workspace.call('inboxes.get', { orgId, inboxId });
    if (!now.ok || !form.current) return;
    catchUp(form.current, inbox, now.value);
    setInbox(now.value);
    setWritten(writtenIn(form.current, now.value));
  };
  useEffect(() => {
    if (isOutdated) void readAgain();
  }, [error]);
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const change = changesIn(writtenIn(event.currentTarget, inbox), inbox);
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
        aria-label={`Edit ${given.name}`}
        onSubmit={save}
        onInput={(event) => setWritten(writtenIn(event.currentTarget, inbox))}
      >
        <InboxFields {...{ orgId, controls }} />
        {error && <p role="alert">{isOutdated ? changedByOthers(error.data?.fields) : messageOf(error)}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
          <button type="button" class="secondary" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
      <Preview orgId={orgId} inboxId={inboxId} written={written} />
    </div>
  );
}
