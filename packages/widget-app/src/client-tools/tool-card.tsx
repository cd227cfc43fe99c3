/**
 * A call of one of the page's functions: the question while the visitor has to decide, and afterwards the outcome. A decision
 * covers exactly the arguments shown here, and only a click or key press of the visitor makes one.
 */

import { readableName } from '@service/content';
import type { ChatClient, ToolEntry } from '@service/embed-headless/core';
import { cleanText } from '@service/protocol';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useRovingTabIndex } from '../content/roving-tabindex.js';
import type { ToolTexts } from '../i18n/catalogue.js';
import { adoptStylesheet } from '../theme/adopt-stylesheet.js';
import { AlertIcon, CheckIcon } from '../ui/icons.js';
import { useTexts } from '../ui/use-texts.js';
import { ToolArguments } from './tool-arguments.js';
import toolCss from './tool-card.css?inline';
import { toolOutcomeText } from './tool-outcome.js';
import { useVisibleFor } from './use-visible-for.js';

adoptStylesheet(toolCss);

/** A press right after the card appeared was meant for something else. */
const ENABLED_AFTER_MS = 500;

interface ToolCardProps {
  readonly entry: ToolEntry;
  readonly client: ChatClient;
}

export function ToolCard({ entry, client }: ToolCardProps) {
  const words = useTexts().tools;
  return entry.state === 'asking' ? (
    <Question entry={entry} client={client} words={words} />
  ) : (
    <Outcome entry={entry} words={words} />
  );
}

function Question({ entry, client, words }: ToolCardProps & { readonly words: ToolTexts }) {
  const { view } = entry.ask as NonNullable<ToolEntry['ask']>;
  const card = useRef<HTMLDivElement>(null);
  const id = `tool-${entry.key}`;
  const isOpen = entry.answered === null;
  const enabled = useVisibleFor(ENABLED_AFTER_MS);

  useEffect(() => {
    // A visitor at an empty field is taken to the question; one who is writing, or is elsewhere, is not disturbed.
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement && field.value === '') card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  // The buttons disappear with the answer, and the card shortly after: the focus goes to the composer.
  useLayoutEffect(() => {
    if (!isOpen && card.current && !card.current.closest('.panel')?.contains(document.activeElement))
      fieldOf(card.current)?.focus({ preventScroll: true });
  }, [isOpen]);

  const decide = (approved: boolean) => (event: Event) => {
    // Only the visitor can agree for the visitor: a click made by a script is not an answer.
    if (event.isTrusted && isOpen && (enabled || !approved)) client.resolveToolCall(entry, approved);
  };
  return (
    <div
      ref={card}
      class={view.danger ? 'tool-card danger' : 'tool-card'}
      role="alertdialog"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-details`}
      aria-busy={!isOpen}
      onKeyDown={(event) => {
        // The visitor may write instead: a letter moves the focus to the composer and never presses a button.
        const isText = event.key.length === 1 && event.key !== ' ' && !(event.ctrlKey || event.metaKey || event.altKey);
        if (isText && event.target === card.current) fieldOf(event.currentTarget)?.focus();
      }}
    >
      <p id={`${id}-title`} class="tool-title" dir="auto">
        {cleanText(view.title)}
      </p>
      <div id={`${id}-details`}>
        {view.body && (
          <p class="tool-body" dir="auto">
            {cleanText(view.body)}
          </p>
        )}
        <ToolArguments args={entry.args} words={words} />
        <p class="tool-note">
          {view.danger && <strong>{words.final} </strong>}
          {words.asks}
        </p>
      </div>
      {isOpen ? (
        <div class="choices">
          <button type="button" class="outlined" onClick={decide(false)}>
            {words.cancel}
          </button>
          <button type="button" class="outlined confirm" aria-disabled={!enabled} onClick={decide(true)}>
            {words.confirm}
          </button>
        </div>
      ) : (
        <p class="tool-note" role="status">
          {words.answering}
        </p>
      )}
    </div>
  );
}

function Outcome({ entry, words }: { readonly entry: ToolEntry; readonly words: ToolTexts }) {
  const tabIndex = useRovingTabIndex();
  const { state, progress } = entry;
  const title = cleanText(entry.ask?.view.title ?? entry.title ?? readableName(entry.name));
  return (
    <details class={`tool-outcome ${state}`}>
      <summary tabIndex={tabIndex}>
        {state === 'running' ? <i class="tool-spinner" /> : state === 'succeeded' ? <CheckIcon /> : <AlertIcon />}
        <span>
          <span class="tool-name" dir="auto">
            {title}
          </span>
          <span class="tool-state">
            {state === 'running' && progress?.text ? cleanText(progress.text) : toolOutcomeText(entry, words)}
          </span>
          {state === 'running' && progress?.fraction !== undefined && (
            <progress max={1} value={progress.fraction} aria-label={title} />
          )}
        </span>
      </summary>
      <ToolArguments args={entry.args} words={words} />
    </details>
  );
}

function fieldOf(card: Element): HTMLTextAreaElement | null {
  return card.closest('.panel')?.querySelector('textarea') ?? null;
}
