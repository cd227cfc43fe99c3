import type { Chat, ToolEntry } from '@service/embed-sdk/headless';
import type { ReactElement } from 'react';

const STATES = {
  running: 'in progress…',
  succeeded: 'done',
  denied: 'you declined; nothing was done',
  failed: 'not done',
  unknown: 'it isn’t clear whether it was done',
} as const;

/** A function of the shop that the assistant called. The question for confirmation is written by the shop, not by the assistant. */
export function ToolCall({
  call,
  decide,
}: {
  readonly call: ToolEntry;
  readonly decide: Chat['resolveToolCall'];
}): ReactElement {
  const { state, ask, answered, title, name, args } = call;
  if (state !== 'asking' || !ask)
    return <li className="notice">{`${title ?? name}: ${state === 'asking' ? '' : STATES[state]}`}</li>;
  return (
    <li className="tool-question" role="alertdialog" aria-label={ask.view.title}>
      <p>{ask.view.title}</p>
      <dl>
        {Object.entries(JSON.parse(args) as Record<string, unknown>).map(([field, value]) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      {ask.view.body && <p>{ask.view.body}</p>}
      <button type="button" disabled={answered !== null} onClick={() => decide(call, true)}>
        Confirm
      </button>{' '}
      <button type="button" disabled={answered !== null} onClick={() => decide(call, false)}>
        Cancel
      </button>
    </li>
  );
}
