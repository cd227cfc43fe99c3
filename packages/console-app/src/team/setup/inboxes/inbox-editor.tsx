/** The fields of an inbox beside its preview. What is written here stays while others change the inbox. */
import type { WorkspaceError } from '@service/workspace-client';
import type { RefObject, TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../../api/workspace.js';
import { useDraftFields } from '../../../forms/use-draft.js';
import { useFocus } from '../../../forms/use-focus.js';
import { useChange } from '../../use-answer.js';
import { changedFields } from '../changed-fields.js';
import { colourProblem, colourRemark, originsProblem } from './field-remarks.js';
import { InboxFields, type Problems } from './inbox-fields.js';
import { Preview } from './preview.js';
import {
  type Controls,
  catchUp,
  changesIn,
  controlsIn,
  controlsOf,
  type Inbox,
  type InboxChange,
  writtenIn,
} from './written-inbox.js';

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

interface Draft {
  /** As it was when the form opened. Null: nothing is written. */
  readonly inbox: Inbox | null;
  readonly controls: Controls | null;
}

const NOTHING: Draft = { inbox: null, controls: null };
const WRITTEN_BEFORE = 'What you wrote before is still here, and is not saved yet. Cancel discards it.';

/** What is written in the form, and the inbox that it is based on: as it was at the start, or when another's change was shown. */
function useWritten(given: Inbox, form: RefObject<HTMLFormElement | null>) {
  const [draft, change] = useDraftFields(`inbox ${given.inboxId}`, NOTHING);
  const [inbox, setInbox] = useState(draft.inbox ?? given);
  const [controls] = useState(draft.controls ?? controlsOf(given));
  const [isContinued] = useState(draft.controls !== null);
  const [written, setWritten] = useState<InboxChange>({});
  useEffect(() => {
    if (isContinued && form.current) setWritten(writtenIn(form.current, inbox));
  }, []);
  const read = (base: Inbox = inbox): void => {
    const of = form.current;
    if (!of) return;
    setWritten(writtenIn(of, base));
    change((before) => ({ inbox: base, controls: controlsIn(of, before.controls ?? controls) }));
  };
  return {
    ...{ inbox, controls, isContinued, written, read },
    /** Shows another's change where nothing is written. */
    catchUp(now: Inbox): void {
      if (!form.current) return;
      catchUp(form.current, inbox, now);
      setInbox(now);
      read(now);
    },
    discard: (): void => change(() => NOTHING),
  };
}

export function InboxEditor({ orgId, inbox: given, onClose, onSaved }: InboxEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { inbox, controls, isContinued, written, read, catchUp, discard } = useWritten(given, form);
  /** As it was when a field was left: half a colour is no mistake while it is typed. */
  const [left, setLeft] = useState<InboxChange>({ theme: given.theme });
  const { busy, error, run } = useChange();
  const close = (): void => {
    discard();
    onClose();
  };
  useFocus(() => form.current?.elements.namedItem('name') as HTMLInputElement | null | undefined);
  const { inboxId, version } = inbox;
  const isOutdated = error?.code === 'PRECONDITION_FAILED';
  const readAgain = async (): Promise<void> => {
    const now = await workspace.call('inboxes.get', { orgId, inboxId });
    if (now.ok) catchUp(now.value);
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
    close();
  };
  return (
    <div class="inbox-editor">
      <form
        ref={form}
        aria-label={`Edit ${given.name}`}
        onSubmit={save}
        onInput={() => read()}
        onChange={(event) => setLeft(writtenIn(event.currentTarget, inbox))}
      >
        {isContinued && <p role="status">{WRITTEN_BEFORE}</p>}
        <InboxFields {...{ orgId, controls }} problems={problemsIn(left)} colourRemark={colourRemark(left.theme)} />
        {error && <p role="alert">{isOutdated ? changedByOthers(error.data?.fields) : refusalOf(error)}</p>}
        <div class="row">
          <button type="submit" class="primary" disabled={busy}>
            Save
          </button>
          <button type="button" class="secondary" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
      <Preview orgId={orgId} inboxId={inboxId} written={written} />
    </div>
  );
}
