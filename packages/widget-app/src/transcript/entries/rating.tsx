/** Good or bad, in one click. The same button again removes the rating. */
import type { FeedbackValue } from '@service/embed-headless/core';
import { useRovingTabIndex } from '../../content/roving-tabindex.js';
import { ThumbDownIcon, ThumbUpIcon } from '../../ui/icons.js';
import { useTexts } from '../../ui/use-texts.js';

interface RatingProps {
  readonly value: FeedbackValue;
  readonly onRate: (value: FeedbackValue) => void;
}

export function Rating({ value, onRate }: RatingProps) {
  const texts = useTexts();
  const tabIndex = useRovingTabIndex();
  const button = (of: 'up' | 'down', name: string, Picture: typeof ThumbUpIcon) => (
    <button
      type="button"
      class="thumb"
      tabIndex={tabIndex}
      aria-label={name}
      aria-pressed={value === of}
      onClick={() => onRate(value === of ? null : of)}
    >
      <Picture />
    </button>
  );
  return (
    <>
      {button('up', texts.goodAnswer, ThumbUpIcon)}
      {button('down', texts.badAnswer, ThumbDownIcon)}
    </>
  );
}
