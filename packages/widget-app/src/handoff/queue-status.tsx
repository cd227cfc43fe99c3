/**
 * Above the composer while the visitor waits for a person: their place in the queue, and when people answer.
 */
import { textWithLinks } from '@service/content';
import type { ChatState } from '@service/embed-headless/core';
import type { BusinessHours } from '@service/protocol';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ContentNodes } from '../content/content-nodes.js';
import type { Texts } from '../i18n/texts.js';
import { useTexts } from '../ui/use-texts.js';
import { businessHoursText } from './business-hours-text.js';
import { announcementDelay, type QueuePosition } from './queue-announcements.js';
import { useBusinessHours } from './use-business-hours.js';

interface QueueStatusProps {
  /** Null: not known, or there is no connection. */
  readonly queue: ChatState['queue'];
  readonly opening: BusinessHours | undefined;
  /** When people answer, in the business's own words; null where `opening` says it, or nothing does. */
  readonly hours: string | null;
  /** How else to reach the business. */
  readonly otherContact: string | undefined;
}

export function QueueStatus({ queue, opening, hours: ownHours, otherContact }: QueueStatusProps) {
  const texts = useTexts();
  const announced = useAnnouncedPosition(queue);
  const hours = useBusinessHours(opening);
  const isClosed = hours?.isOpen === false;
  /** Outside business hours, no person is expected to be signed in. */
  const notices = (staffed: boolean): string[] =>
    hours && isClosed
      ? [businessHoursText(hours, Date.now(), texts), texts.hours.stays]
      : staffed
        ? []
        : [texts.queue.noOneAvailable];
  const shown = notices(queue?.staffed !== false);
  const isAbsent = shown.length > 0;
  // Not announced: a place that changes would bring it again each time.
  if (ownHours && !isClosed) shown.push(texts.personHours(ownHours));
  else if (!isAbsent) shown.push(texts.personSoon);

  const position = queue?.position ?? null;
  return (
    <div class="queue-status">
      {position === null ? (
        <span class="queue-number unknown-position" aria-hidden="true" />
      ) : (
        // A new element for each number, so that the animation runs.
        <span key={position} class="queue-number" aria-hidden="true">
          {numberIn(position, texts)}
        </span>
      )}
      <div class="queue-status-text">
        <p class="queue-position">{queuePlaceText(queue, texts)}</p>
        {shown.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isAbsent && otherContact && (
          <p>
            <ContentNodes nodes={textWithLinks(otherContact)} citation={() => null} />
          </p>
        )}
      </div>
      <div class="visually-hidden" aria-live="polite" data-live>
        {announced && <p>{[queuePlaceText(announced, texts), ...notices(announced.staffed)].join('. ')}</p>}
      </div>
    </div>
  );
}

function queuePlaceText(queue: ChatState['queue'], texts: Texts): string {
  if (queue?.position == null) return texts.waitingForPerson;
  return queue.position === 1 ? texts.queue.next : texts.queue.inLine(numberIn(queue.position, texts));
}

function numberIn(position: number, { locale }: Texts): string {
  return new Intl.NumberFormat(locale).format(position);
}

/** The place that was announced last. */
function useAnnouncedPosition(queue: ChatState['queue']): QueuePosition | null {
  const [announced, setAnnounced] = useState<QueuePosition | null>(null);
  const announcedAt = useRef(0);
  useEffect(() => {
    if (!queue) return;
    const ms = announcementDelay(announced, queue, Date.now() - announcedAt.current);
    if (ms === null) return;
    const timer = setTimeout(() => {
      announcedAt.current = Date.now();
      setAnnounced(queue);
    }, ms);
    return () => clearTimeout(timer);
  }, [queue?.position, queue?.staffed]);
  return announced;
}
