/** An event of the conversation: a person was requested, joined, left. */
import type { Notice } from '@service/embed-headless/core';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { useTexts } from '../../ui/use-texts.js';

interface NoticeEntryProps {
  readonly notice: Notice;
  /** Still waiting, and no message since. */
  readonly waiting: boolean;
  readonly onBack: () => void;
}

/** The assistant has written in its answer that a person takes over. */
const isPassedOn = ({ by }: Notice): boolean => by.kind === 'ai';

export function NoticeEntry({ notice, waiting, onBack }: NoticeEntryProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  switch (notice.notice) {
    case 'handoff-requested':
      return (
        // What becomes of it is shown once, above the composer.
        <>
          {!isPassedOn(notice) && <p class="timeline-note">{texts.personRequested}</p>}
          {waiting && (
            <button type="button" class="text-button" tabIndex={tabIndex} onClick={onBack}>
              {texts.backToAssistant}
            </button>
          )}
        </>
      );
    case 'handoff-accepted':
      return <p class="timeline-note">{texts.personAccepted(notice.by.name ?? texts.assistant)}</p>;
    case 'handoff-ended':
      return <p class="timeline-note">{texts.assistantBack}</p>;
    case 'closed':
      return <p class="timeline-note">{texts.conversationClosed}</p>;
  }
}
