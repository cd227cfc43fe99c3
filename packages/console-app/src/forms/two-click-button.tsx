/**
 * A button for what can’t be undone: the first click asks, the second one does it. The question is a dialog of its own, so that
 * nothing on the page moves, and Cancel has the focus.
 */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface TwoClickButtonProps {
  /** Of both buttons. */
  readonly label: string;
  readonly question: string;
  /** For people who don't see where the button is. Default: the label. */
  readonly name?: string;
  /** @defaultValue `secondary` */
  readonly class?: string;
  readonly disabled?: boolean;
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
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    if (asks) dialog.current?.showModal();
  }, [asks]);
  const ask = (): void => {
    setAsks(true);
    // It may have been closed a moment ago, and not be gone yet.
    dialog.current?.showModal();
  };
  const close = (): void => dialog.current?.close();
  const confirm = (): void => {
    // First, so that the focus is back on the page before it changes.
    close();
    onConfirm();
  };
  return (
    <>
      <button type="button" class={look} disabled={disabled} aria-label={name} aria-haspopup="dialog" onClick={ask}>
        {label}
      </button>
      {asks && (
        <dialog
          ref={dialog}
          role="alertdialog"
          class="question"
          aria-labelledby={id}
          closedby="any"
          onClose={({ currentTarget }) => currentTarget.open || setAsks(false)}
        >
          <strong id={id}>{question}</strong>
          <div class="row">
            <button type="button" class="secondary" autofocus onClick={close}>
              Cancel
            </button>
            <button type="button" class="danger" onClick={confirm}>
              {label}
            </button>
          </div>
        </dialog>
      )}
    </>
  );
}
