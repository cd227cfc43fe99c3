/**
 * For who waits for a person: their place in line, and what to expect of the hour, above where they write, so that it stays in
 * sight.
 */
import type { ChatState } from '@service/embed-headless/core';
import type { BusinessHours } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Texts } from '../i18n/texts.js';
import { useTexts } from '../ui/use-texts.js';
import { businessHoursText } from './business-hours-text.js';
import { announcementDelay, type QueuePosition as Place } from './queue-announcements.js';
import { useBusinessHours } from './use-business-hours.js';

interface StandingProps {
  /** Null: not known, or there is no connection. */
  readonly line: ChatState['queue'];
  readonly opening: BusinessHours | undefined;
}

export function QueueStatus({ line, opening }: StandingProps) {
  const texts = useTexts();
  const spoken = useSpoken(line);
  const hours = useBusinessHours(opening);
  const isClosed = hours?.isOpen === false;
  /** Outside business hours, no person is expected to be signed in. */
  const expects = (attended: boolean): readonly string[] =>
    hours && isClosed
      ? [businessHoursText(hours, Date.now(), texts), texts.hours.stays]
      : attended
        ? []
        : [texts.queue.noOneAvailable];

  const place = line?.position ?? null;
  return (
    <div class="queue-status">
      {place === null ? (
        <span class="queue-number unknown-position" aria-hidden="true" />
      ) : (
        // Anew with each number, so that it is seen to move.
        <span key={place} class="queue-number" aria-hidden="true">
          {numberIn(place, texts)}
        </span>
      )}
      <div class="queue-status-text">
        <p class="queue-position">{queuePlaceText(line, texts)}</p>
        {expects(line?.staffed !== false).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div class="visually-hidden" aria-live="polite" data-live>
        {spoken && <p>{[queuePlaceText(spoken, texts), ...expects(spoken.staffed)].join('. ')}</p>}
      </div>
    </div>
  );
}

function queuePlaceText(line: ChatState['queue'], texts: Texts): string {
  if (line?.position == null) return texts.waitingForPerson;
  return line.position === 1 ? texts.queue.next : texts.queue.inLine(numberIn(line.position, texts));
}

function numberIn(place: number, { locale }: Texts): string {
  return new Intl.NumberFormat(locale).format(place);
}

/** The place that was announced last. */
function useSpoken(line: ChatState['queue']): Place | null {
  const [spoken, speak] = useState<Place | null>(null);
  const at = useRef(0);
  useEffect(() => {
    if (!line) return;
    const ms = announcementDelay(spoken, line, Date.now() - at.current);
    if (ms === null) return;
    const timer = setTimeout(() => {
      at.current = Date.now();
      speak(line);
    }, ms);
    return () => clearTimeout(timer);
  }, [line?.position, line?.staffed]);
  return spoken;
}
