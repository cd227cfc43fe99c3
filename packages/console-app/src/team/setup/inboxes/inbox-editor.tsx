/** The fields of an inbox beside its preview. What is written here stays while others change the inbox. */
import type { WorkspaceError } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../../api/workspace.js';
import { useFocus } from '../../../forms/use-focus.js';
import { useChange } from '../../use-answer.js';
import { changedFields } from '../changed-fields.js';
import { colourProblem, colourRemark, originsProblem } from './field-remarks.js';
import { InboxFields, type Problems } from './inbox-fields.js';
import { Preview } from './preview.js';
import { catchUp, changesIn, controlsOf, type Inbox, type InboxChange, writtenIn } from './written-inbox.js';

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

/** What can be seen here to be wrong. The server looks at the rest. */
function problemsIn({ allowedOrigins = [], theme }: InboxChange): Problems {
  const [origins, colour] = [originsProblem(allowedOrigins), colourProblem(theme)];
  return { ...(origins && { allowedOrigins: origins }), ...(colour && { primaryColor: colour }) };
}

/** A refusal of the server, with the field that it is about. */
function refusalOf(error: WorkspaceError): string {
  const named = error.issues?.map(({ path, message }) => {
    const field = changedFields(NAMES, [path.split(/[.[]/)[0] ?? '']);
    return `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${message.replace(/\.?$/, '.')}`;
  });
  return named?.join(' ') ?? messageOf(error);
}

/** What another person has changed, in words. */
function changedByOthers(fields?: readonly string[]): string {
  return `Someone else has changed ${changedFields(NAMES, fields)} meanwhile. It is shown here now, except where you wrote something. Look at it, and save again.`;
}

export function InboxEditor({ orgId, inbox: given, onClose, onSaved }: InboxEditorProps) {
  // As it was when the form opened, or when the person was notified of another's change: what is saved is based on it.
  const [inbox, setInbox] = useState(given);
  const [controls] = useState(() => controlsOf(given));
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<InboxChange>({});
  /** As it was when a field was left: half a colour is no mistake while it is typed. */
  const [left, setLeft] = useState<InboxChange>({ theme: given.theme });
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
    const now = writtenIn(event.currentTarget, inbox);
    const change = changesIn(now, inbox);
    setLeft(now);
    const [wrong] = Object.keys(problemsIn(now));
    if (wrong !== undefined) return (event.currentTarget.elements.namedItem(wrong) as HTMLElement).focus();
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
        onChange={(event) => setLeft(writtenIn(event.currentTarget, inbox))}
      >
        <InboxFields {...{ orgId, controls }} problems={problemsIn(left)} colourRemark={colourRemark(left.theme)} />
        {error && <p role="alert">{isOutdated ? changedByOthers(error.data?.fields) : refusalOf(error)}</p>}
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
