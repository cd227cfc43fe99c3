/** Something that happened to the conversation: somebody was asked for, came, left. */
import type { Notice } from '@service/embed-headless/core';
import { en } from '../../texts/en.js';

interface NoticeEntryProps {
  readonly notice: Notice;
  readonly hours: string | null;
  /** Still waiting, and nothing was said since. */
  readonly waiting: boolean;
  readonly onBack: () => void;
}

export function NoticeEntry({ notice, hours, waiting, onBack }: NoticeEntryProps) {
  switch (notice.notice) {
    case 'handoff-requested':
      return (
        <div class="notice-card">
          <strong>{en.personRequested}</strong>
          <p>{hours ? en.personHours(hours) : en.personSoon}</p>
          {waiting && (
            <button type="button" class="quiet" onClick={onBack}>
              {en.backToAssistant}
            </button>
          )}
        </div>
      );
    case 'handoff-accepted':
      return <p class="day">{en.personAccepted(notice.by.name ?? en.assistant)}</p>;
    case 'handoff-ended':
      return <p class="day">{en.assistantBack}</p>;
    case 'closed':
      return <p class="day">{en.conversationClosed}</p>;
  }
}
