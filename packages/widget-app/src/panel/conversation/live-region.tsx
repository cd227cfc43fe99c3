/**
 * Announces each finished answer and each message of a person to screen readers, once. Not the transcript itself: a streaming
 * text in a live region would be read again with every word.
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

/** Each announcement is an element of its own, or the same text twice would be no change and silent. */
const MAX_ANNOUNCEMENTS = 3;

export function LiveRegion({ timeline, loaded }: LiveRegionProps) {
  const texts = useTexts();
  const announced = useRef<Set<string> | null>(null);
  const [announcements, setAnnouncements] = useState<readonly { readonly key: string; readonly text: string }[]>([]);
  useEffect(() => {
    if (!loaded) return;
    const finished = timeline.flatMap((entry) => {
      const text = announcement(entry, texts);
      return text === null ? [] : [{ key: entry.key, text }];
    });
    // Entries from before the page was opened are not announced.
    if (announced.current === null) announced.current = new Set(finished.map(({ key }) => key));
    const known = announced.current;
    const fresh = finished.filter(({ key }) => !known.has(key));
    for (const { key } of fresh) known.add(key);
    if (fresh.length > 0) setAnnouncements((before) => [...before, ...fresh].slice(-MAX_ANNOUNCEMENTS));
  }, [timeline, loaded]);
  return (
    <div class="visually-hidden" aria-live="polite" aria-atomic="false" data-live>
      {announcements.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}

function announcement(entry: TimelineEntry, texts: Texts): string | null {
  switch (entry.type) {
    case 'answer':
      return entry.state === 'streaming' ? null : answerText(entry, texts);
    case 'person':
      return `${entry.author.name ?? texts.assistant}: ${spoken(entry.text)}`;
    case 'own':
      return entry.delivery.state === 'failed' ? texts.failed(entry.delivery.code, entry.delivery.message) : null;
    case 'tool':
      return entry.state === 'asking' ? cleanText(entry.ask?.view.title ?? entry.name) : null;
    case 'notice':
      return noticeText(entry, texts);
  }
}

/** The text, and whether it is incomplete: a missing end can't be heard. */
function answerText({ author, text, state }: Answer, texts: Texts): string {
  const ending = state === 'failed' ? texts.answerFailed : state === 'stopped' ? texts.answerStopped : '';
  return `${author.name ?? texts.assistant}: ${[spoken(text), ending].filter(Boolean).join(' ')}`;
}

/** Who answers from now on, or that the conversation is closed. The visitor's own request is not announced. */
function noticeText({ notice, by }: Notice, texts: Texts): string | null {
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

/** Without the numbers of sources and the markers of headings and lists. */
function spoken(markdown: string): string {
  return stripMarkdown(markdown)
    .replace(/\s?\[\d{1,2}\]/g, '')
    .replace(/^[-#>]+\s/gm, '');
}
