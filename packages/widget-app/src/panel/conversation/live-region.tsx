/**
 * Announces each finished answer and each message of a person to screen readers, once. Apart from the transcript, because a
 * growing text in a live region would be read again with every word.
 */
import { stripMarkdown } from '@service/content';
import type { Answer, Notice, TimelineEntry } from '@service/embed-headless/core';
import { cleanText } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../../i18n/texts.js';
import { useTexts } from '../../ui/use-texts.js';

interface LiveRegionProps {
  readonly timeline: readonly TimelineEntry[];
  readonly loaded: boolean;
}

/** Each announcement is an element of its own: the same words twice would otherwise be no change, and silent. */
const MAX_NEWS = 3;

export function LiveRegion({ timeline, loaded }: LiveRegionProps) {
  const texts = useTexts();
  const announced = useRef<Set<string> | null>(null);
  const [news, setNews] = useState<readonly { readonly key: string; readonly text: string }[]>([]);
  useEffect(() => {
    if (!loaded) return;
    const finished = timeline.flatMap((entry) => {
      const text = announcement(entry, texts);
      return text === null ? [] : [{ key: entry.key, text }];
    });
    // What was there on arrival is history and is not read out.
    if (announced.current === null) announced.current = new Set(finished.map(({ key }) => key));
    const known = announced.current;
    const fresh = finished.filter(({ key }) => !known.has(key));
    for (const { key } of fresh) known.add(key);
    if (fresh.length > 0) setNews((before) => [...before, ...fresh].slice(-MAX_NEWS));
  }, [timeline, loaded]);
  return (
    <div class="visually-hidden" aria-live="polite" aria-atomic="false" data-live>
      {news.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}

function announcement(entry: TimelineEntry, texts: Texts): string | null {
  switch (entry.type) {
    case 'answer':
      return entry.state === 'streaming' ? null : answered(entry, texts);
    case 'person':
      return `${entry.author.name ?? texts.assistant}: ${spoken(entry.text)}`;
    case 'own':
      return entry.delivery.state === 'failed' ? texts.failed(entry.delivery.code, entry.delivery.message) : null;
    case 'tool':
      return entry.state === 'asking' ? cleanText(entry.ask?.view.title ?? entry.name) : null;
    case 'notice':
      return noticed(entry, texts);
  }
}

/** What there is of it; and that there is no more, because an end that is missing can't be heard. */
function answered({ author, text, state }: Answer, texts: Texts): string {
  const cut = state === 'failed' ? texts.answerFailed : state === 'stopped' ? texts.answerStopped : '';
  return `${author.name ?? texts.assistant}: ${[spoken(text), cut].filter(Boolean).join(' ')}`;
}

/** Who answers from now on, or that the conversation is closed. Not what the visitor asked for by their own click. */
function noticed({ notice, by }: Notice, texts: Texts): string | null {
  switch (notice) {
    case 'handoff-accepted':
      return texts.personAccepted(by.name ?? texts.assistant);
    case 'handoff-ended':
      return texts.assistantBack;
    case 'closed':
      return texts.conversationClosed;
    default:
      return null;
  }
}

/** Numbers of sources, and what begins a heading or a list, are for the eye too. */
function spoken(markdown: string): string {
  return stripMarkdown(markdown)
    .replace(/\s?\[\d{1,2}\]/g, '')
    .replace(/^[-#>]+\s/gm, '');
}
