/** The pages of a source: each once, with what became of it. */
import type { Inputs } from '@service/workspace-client';
import { useState } from 'preact/hooks';
import { useAnswer } from '../../use-answer.js';
import type { Page } from './shown.js';

type State = NonNullable<Inputs['knowledge.get']['pageState']>;

const CHOICES: readonly (readonly [State | '', string])[] = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['skipped', 'Skipped'],
  ['read', 'Read'],
  ['waiting', 'Waiting'],
];
const WORDS: Readonly<Record<Page['state'], string>> = {
  read: 'Read',
  skipped: 'Skipped',
  failed: 'Failed',
  waiting: 'Waiting',
};
const STEP = 50;
const MOST = 100;

export function Ledger({ orgId, sourceId }: { readonly orgId: string; readonly sourceId: string }) {
  const [state, setState] = useState<State | ''>('');
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const { value, problem } = useAnswer('knowledge.get', {
    ...{ orgId, sourceId, limit: cursor === undefined ? STEP : MOST },
    ...(state !== '' && { pageState: state }),
    ...(cursor !== undefined && { cursor }),
  });
  const next = value?.pages.nextCursor;
  return (
    <div class="ledger">
      <label>
        Show
        <select
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value as State | '');
            setCursors([]);
          }}
        >
          {CHOICES.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {problem && <p role="alert">{problem}</p>}
      {value?.pages.items.length === 0 && <p class="hint">There are none.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard too */}
      <ul tabIndex={0} aria-label="Pages">
        {value?.pages.items.map((page) => (
          <li key={page.pageId}>
            <span class="badge" data-state={page.state}>
              {WORDS[page.state]}
            </span>
            <span>
              <bdi>{page.title || page.address}</bdi>
              {page.title !== '' && (
                <span class="hint">
                  <bdi>{page.address}</bdi>
                </span>
              )}
              {page.reason !== null && <span class="hint">{page.reason}</span>}
            </span>
          </li>
        ))}
      </ul>
      <span class="actions">
        {cursors.length > 0 && (
          <button type="button" class="secondary" onClick={() => setCursors(cursors.slice(0, -1))}>
            Back
          </button>
        )}
        {next !== undefined && (
          <button type="button" class="secondary" onClick={() => setCursors([...cursors, next])}>
            More
          </button>
        )}
      </span>
    </div>
  );
}
