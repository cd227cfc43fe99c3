/** The button that opens the browser's file dialog. Files can also be pasted and dropped. */
import { useRef, useState } from 'preact/hooks';
import { ClipIcon } from '../ui/icons.js';
import { loadAttachments } from '../ui/lazy.js';
import { useLazy } from '../ui/use-lazy.js';
import { useTexts } from '../ui/use-texts.js';

interface AttachButtonProps {
  readonly disabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ disabled, onFiles }: AttachButtonProps) {
  const texts = useTexts();
  const dialog = useRef<HTMLInputElement>(null);
  const [near, setNear] = useState(false);
  const preload = (): void => setNear(true);
  const part = useLazy(loadAttachments, near);
  return (
    <>
      <button
        type="button"
        class="icon attach"
        aria-label={texts.attach}
        aria-disabled={disabled}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => disabled || dialog.current?.click()}
      >
        <ClipIcon />
      </button>
      <input
        ref={dialog}
        type="file"
        multiple
        hidden
        // Only a hint for the dialog: other files are refused with the reason.
        accept={part?.acceptedFiles()}
        onChange={(event) => {
          const field = event.currentTarget;
          onFiles([...(field.files ?? [])]);
          // The same file, chosen again after it was removed, is a change only when nothing is chosen now.
          field.value = '';
        }}
      />
    </>
  );
}
