/** Calls of the page's functions: what runs, and the question before it. */
'use client';
import { readableName } from '@service/content';
import { type ToolEntry, useRenderedTool } from '@service/embed-headless/react';
import { cleanText } from '@service/protocol';
import type { ReactElement } from 'react';
import { Part, type PartProps } from '../part.js';
import { useRootChat, useScreen } from '../screen.js';

/** Which call. */
export interface ToolProps extends PartProps<'div'> {
  /** As in `timeline`. */
  readonly entry: ToolEntry;
}

/** A call from its start to its end; `data-state` is for styles. As `render` of its `useTool` draws it; else, while it asks, `ToolConfirm`. */
export function ToolView({ entry, ...props }: ToolProps): ReactElement {
  const { texts } = useScreen();
  const drawn = useRenderedTool(entry);
  if (drawn === undefined && entry.state === 'asking' && entry.ask) return <ToolConfirm entry={entry} {...props} />;
  const { progress, state, name } = entry;
  const title = entry.title ?? readableName(name);
  // Words that change are announced; what can be clicked is not.
  const role = state === 'asking' ? 'group' : 'status';
  return (
    <Part as="div" role={role} data-chat="tool" data-state={state} data-tool={name} {...props}>
      {props.children ?? drawn ?? (
        <>
          <strong>{title}</strong>
          <span>{`${texts.tools[state]}${progress?.text ? `: ${progress.text}` : ''}`}</span>
          {state === 'running' && progress?.fraction !== undefined && (
            <progress aria-label={title} value={progress.fraction} />
          )}
        </>
      )}
    </Part>
  );
}

/** The question before a call. The click is binding for exactly the arguments that are shown. */
export function ToolConfirm({ entry, ...props }: ToolProps): ReactElement | null {
  const { texts } = useScreen();
  const { resolveToolCall } = useRootChat();
  const view = entry.ask?.view;
  if (!view) return null;
  const isAnswered = entry.answered !== null;
  const { title, body, danger } = view;
  return (
    <Part
      as="div"
      role="alertdialog"
      aria-label={title}
      data-chat="tool-confirm"
      data-tool={entry.name}
      data-danger={danger === true}
      {...props}
    >
      {props.children ?? (
        <>
          <strong>{title}</strong>
          {body && <p>{body}</p>}
          <Arguments entry={entry} />
          <button type="button" disabled={isAnswered} onClick={() => resolveToolCall(entry, true)}>
            {texts.confirm}
          </button>
          <button type="button" disabled={isAnswered} onClick={() => resolveToolCall(entry, false)}>
            {texts.cancel}
          </button>
        </>
      )}
    </Part>
  );
}

/** What the function would be called with, so that the visitor sees what they agree to. */
function Arguments({ entry }: { readonly entry: ToolEntry }): ReactElement | null {
  const all = Object.entries(JSON.parse(entry.args) as Record<string, unknown>);
  if (!all[0]) return null;
  return (
    <dl data-chat="arguments">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{readableName(name)}</dt>
          <dd>{cleanText(typeof value === 'string' ? value : JSON.stringify(value))}</dd>
        </div>
      ))}
    </dl>
  );
}
