/** The browsers in which the person is signed in. */
import type { Outputs } from '@service/workspace-client';
import { useRef, useState } from 'preact/hooks';
import { dayOf } from '../../content/time.js';
import { useAnswer, useChange } from '../../team/use-answer.js';
import { AccountSection } from './account-section.js';
import { browserName } from './browser-name.js';

type Row = Outputs['accounts.sessions']['items'][number];

export function Sessions({ onSignOut }: { readonly onSignOut: () => void }) {
  const { value, problem, refresh } = useAnswer('accounts.sessions', undefined);
  const change = useChange();
  const [notice, setNotice] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const others = value?.items.filter(({ current }) => !current).length ?? 0;
  /** What was pressed is gone, so the focus goes to the title. */
  const done = (what: string): void => {
    setNotice(what);
    heading.current?.focus();
    refresh();
  };
  const end = async ({ sessionId, userAgent }: Row): Promise<void> => {
    setNotice('');
    if (await change.run('accounts.endSession', { sessionId })) done(`${browserName(userAgent)} is signed out.`);
    else refresh();
  };
  const endOthers = async (): Promise<void> => {
    setNotice('');
    if (await change.run('accounts.endOtherSessions', undefined)) done('You are signed out everywhere else.');
  };
  return (
    <AccountSection
      id="sessions"
      title="Where you are signed in"
      intro="Sign out a browser that you don’t know or no longer use, and change your password if it was not yours."
      {...{ heading, notice }}
      isBusy={value === null && problem === null}
    >
      {(problem ?? change.problem) && <p role="alert">{problem ?? change.problem}</p>}
      {value === null && problem === null && <p class="hint">One moment…</p>}
      <ul class="rows">
        {value?.items.map((row) => (
          <SessionRow
            key={row.sessionId}
            row={row}
            busy={change.busy}
            onEnd={() => (row.current ? onSignOut() : void end(row))}
          />
        ))}
      </ul>
      {others > 0 && (
        <div>
          <button type="button" class="secondary" disabled={change.busy} onClick={() => void endOthers()}>
            Sign out everywhere else
          </button>
        </div>
      )}
    </AccountSection>
  );
}

interface SessionRowProps {
  readonly row: Row;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ row: { current, userAgent, address, createdAt }, busy, onEnd }: SessionRowProps) {
  const name = browserName(userAgent);
  return (
    <li>
      <p>
        <span class="row">
          <strong>{name}</strong>
          {current && <span class="mark">This browser</span>}
        </span>
        <span class="hint">
          {address !== null && (
            <>
              <bdi>{address}</bdi> ·{' '}
            </>
          )}
          signed in {dayOf(Date.parse(createdAt))}
        </span>
      </p>
      <button
        type="button"
        class="secondary"
        aria-label={current ? 'Sign out this browser' : `Sign out ${name}`}
        disabled={busy}
        onClick={onEnd}
      >
        Sign out
      </button>
    </li>
  );
}
