/** Below a finished answer: rate it, copy its words, and ask the same question once more. */
import { stripMarkdown } from '@service/content';
import type { Answer, ChatClient, FeedbackValue } from '@service/embed-headless/core';
import { isBlank } from '@service/protocol';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { useCopy } from '../../ui/use-copy.js';
import { useTexts } from '../../ui/use-texts.js';
import { Rating } from './rating.js';

interface AnswerActionsProps {
  readonly answer: Answer;
  readonly client: Pick<ChatClient, 'getState' | 'sendMessage'>;
  /** It is the latest entry, and the assistant answers. */
  readonly canAsk: boolean;
  /** Null in a closed conversation. */
  readonly onRate: ((value: FeedbackValue) => void) | null;
}

const COPY =
  'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7z';
const AGAIN = 'M16 10a6 6 0 1 1-1.8-4.300M16 3v3.5h-3.5';

export function AnswerActions({ answer, client, canAsk, onRate }: AnswerActionsProps) {
  const texts = useTexts();
  const [copying, copy] = useCopy(() => wordsOf(answer.text));
  const outcome = copying === 'done' ? texts.copied : copying === 'failed' && texts.copyFailed;
  const question = canAsk ? questionOf(answer, client) : null;
  return (
    <div class="rating">
      {onRate && answer.state === 'done' && answer.outcome !== 'smalltalk' && (
        <Rating value={answer.feedback} onRate={onRate} />
      )}
      {!isBlank(answer.text) && <Action name={outcome || texts.copyAnswer} picture={COPY} onClick={copy} />}
      {question !== null && (
        <Action name={texts.askAgain} picture={AGAIN} onClick={() => void client.sendMessage(question)} />
      )}
      {/* A changed name of the focused button is not read out. Empty first: only what changes is. */}
      {copying && (
        <span class="visually-hidden" role="status">
          {outcome}
        </span>
      )}
    </div>
  );
}

interface ActionProps {
  readonly name: string;
  readonly picture: string;
  readonly onClick: () => void;
}

function Action({ name, picture, onClick }: ActionProps) {
  const tabIndex = useRovingTabIndex();
  return (
    <button type="button" class="thumb" tabIndex={tabIndex} aria-label={name} title={name} onClick={onClick}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path
          d={picture}
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
    </button>
  );
}

/** What was asked, if it can be asked once more: words alone. Null otherwise. */
function questionOf({ key }: Answer, client: Pick<ChatClient, 'getState'>): string | null {
  const { timeline } = client.getState();
  const before = timeline.slice(
    0,
    timeline.findIndex((entry) => entry.key === key),
  );
  const asked = before.findLast((entry) => entry.type === 'own');
  return asked && asked.files.length === 0 && !asked.parts && !isBlank(asked.text) ? asked.text : null;
}

/** As they are read, without the numbers of sources. */
function wordsOf(markdown: string): string {
  return stripMarkdown(markdown).replace(/\s?\[\d{1,2}\]/g, '');
}
