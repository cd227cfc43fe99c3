/** A button for what can’t be undone: the first click asks, the second one does it. Leaving it takes the question back. */
import { useState } from 'preact/hooks';

interface TwoClickButtonProps {
  readonly label: string;
  /** In the place of the label, after the first click. */
  readonly question: string;
  /** For people who don't see where the button is. Default: the label. */
  readonly name?: string;
  /** @defaultValue `secondary` */
  readonly class?: string;
  readonly disabled?: boolean;
  /** False: it was not done, so the question is taken back. */
  readonly onConfirm: () => unknown;
}

export function TwoClickButton({
  label,
  question,
  name,
  class: look = 'secondary',
  disabled = false,
  onConfirm,
}: TwoClickButtonProps) {
  const [asks, setAsks] = useState(false);
  const click = async (): Promise<void> => {
    if (!asks) return setAsks(true);
    if ((await onConfirm()) === false) setAsks(false);
  };
  return (
    <button
      type="button"
      class={look}
      disabled={disabled}
      aria-label={asks ? undefined : name}
      onClick={() => void click()}
      onBlur={() => setAsks(false)}
    >
      {asks ? question : label}
    </button>
  );
}
