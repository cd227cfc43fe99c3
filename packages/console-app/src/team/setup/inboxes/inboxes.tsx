/** The inboxes of an organization. Admins make and change them; every member sees them. */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { TwoClickButton } from '../../../forms/two-click-button.js';
import { type Change, useAll, useChange } from '../../use-answer.js';
import { EmbedCode } from './embed-code.js';
import { originOf, originsProblem } from './field-remarks.js';
import { InboxEditor } from './inbox-editor.js';
import type { Inbox } from './written-inbox.js';

interface InboxesProps {
  readonly orgId: string;
  readonly mayManage: boolean;
}

export function Inboxes({ orgId, mayManage }: InboxesProps) {
  const { value, problem, refresh } = useAll('inboxes.list', { orgId });
  const change = useChange();
  const [made, setMade] = useState<string | null>(null);
  const shownProblem = problem ?? change.problem;
  return (
    <section aria-labelledby="inboxes">
      <h2 id="inboxes">Inboxes</h2>
      <p class="hint">An inbox is a chat on the pages of a site, with its own look and words.</p>
      {shownProblem && <p role="alert">{shownProblem}</p>}
      {value?.items.length === 0 && !mayManage && <p class="hint">There are no inboxes yet.</p>}
      <ul class="rows">
        {value?.items.map((inbox) => (
          <InboxRow
            key={inbox.inboxId}
            {...{ orgId, inbox, mayManage, change }}
            isNew={inbox.inboxId === made}
            onChanged={refresh}
          />
        ))}
      </ul>
      {mayManage && (
        <CreateInbox
          {...{ orgId, change }}
          onCreated={(inboxId) => {
            // How it looks and what it says is written next.
            setMade(inboxId);
            refresh();
          }}
        />
      )}
    </section>
  );
}

interface CreateInboxProps {
  readonly orgId: string;
  readonly change: Change;
  readonly onCreated: (inboxId: string) => void;
}

function CreateInbox({ orgId, change, onCreated }: CreateInboxProps) {
  const [wrong, setWrong] = useState<string | null>(null);
  const create = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const origin = originOf(String(fields.get('origin')).trim());
    const problem = originsProblem([origin]);
    setWrong(problem);
    if (problem !== null) return;
    const inbox = await change.run('inboxes.create', {
      orgId,
      name: String(fields.get('name')),
      allowedOrigins: [origin],
    });
    if (!inbox) return;
    form.reset();
    onCreated(inbox.inboxId);
  };
  return (
    <form class="row" aria-label="Create an inbox" onSubmit={create}>
      <label>
        Name of the business
        <input name="name" required maxLength={80} />
      </label>
      <label>
        Address of the site
        <input
          name="origin"
          type="url"
          required
          placeholder="https://shop.example"
          aria-invalid={wrong === null ? undefined : true}
          aria-describedby={wrong === null ? undefined : 'new-inbox-problem'}
        />
        {wrong !== null && (
          <span id="new-inbox-problem" role="alert">
            {wrong}
          </span>
        )}
      </label>
      <button type="submit" class="primary" disabled={change.busy}>
        Create an inbox
      </button>
    </form>
  );
}

interface InboxRowProps extends InboxesProps {
  readonly inbox: Inbox;
  readonly isNew: boolean;
  readonly change: Change;
  readonly onChanged: () => void;
}

const STATES = { draft: 'Draft', live: 'Live', paused: 'Paused', archived: 'Archived' } as const;

/** As many sites as fit in a line. */
const SITES_SHOWN = 3;

function whereFrom(install: Inbox['install']): string {
  if (install.length === 0) return 'No visitors yet';
  const rest = install.length - SITES_SHOWN;
  const sites = install.slice(0, SITES_SHOWN).map(({ origin }) => origin);
  return `Visitors come from ${sites.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function InboxRow({ orgId, inbox, mayManage, isNew, change, onChanged }: InboxRowProps) {
  const { inboxId, name, state, allowedOrigins, readOnlyBecause, install } = inbox;
  const [shows, setShows] = useState<'nothing' | 'form' | 'code'>(isNew ? 'form' : 'nothing');
  const isManaged = mayManage && readOnlyBecause === null && state !== 'archived';
  const toggle = (what: 'form' | 'code') => (): void => setShows(shows === what ? 'nothing' : what);
  if (shows === 'form')
    return (
      <li>
        <InboxEditor {...{ orgId, inbox }} onClose={() => setShows('nothing')} onSaved={onChanged} />
      </li>
    );
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi> <span class={`state ${state}`}>{STATES[state]}</span>
        </strong>
        <span class="hint">{allowedOrigins.join(', ')}</span>
        <span class="hint">{whereFrom(install)}</span>
        {readOnlyBecause && <span class="hint">{readOnlyBecause}</span>}
      </p>
      <span class="actions">
        {isManaged && (
          <button type="button" class="secondary" aria-label={`Edit ${name}`} onClick={toggle('form')}>
            Edit
          </button>
        )}
        <button
          type="button"
          class="secondary"
          aria-expanded={shows === 'code'}
          aria-label={`Code for ${name}`}
          onClick={toggle('code')}
        >
          Code
        </button>
        {isManaged && <StateButtons {...{ orgId, inbox, change, onChanged }} />}
      </span>
      {shows === 'code' && <EmbedCode {...{ orgId, inboxId }} />}
    </li>
  );
}

type StateButtonsProps = Pick<InboxRowProps, 'orgId' | 'inbox' | 'change' | 'onChanged'>;

function StateButtons({ orgId, inbox, change, onChanged }: StateButtonsProps) {
  const { inboxId, name, version, state } = inbox;
  const next = state === 'live' ? 'paused' : 'live';
  const move = async (): Promise<void> => {
    if (version !== null && (await change.run('inboxes.update', { orgId, inboxId, version, state: next }))) onChanged();
  };
  const archive = async (): Promise<void> => {
    if (await change.run('inboxes.archive', { orgId, inboxId })) onChanged();
  };
  return (
    <>
      <button
        type="button"
        class="secondary"
        disabled={change.busy}
        aria-label={next === 'live' ? `Set live: ${name}` : `Pause ${name}`}
        onClick={() => void move()}
      >
        {next === 'live' ? 'Set live' : 'Pause'}
      </button>
      <TwoClickButton
        label="Archive"
        question={`Archive ${name} for good?`}
        name={`Archive ${name}`}
        disabled={change.busy}
        onConfirm={archive}
      />
    </>
  );
}
