/** The field of a reply. Enter sends, Shift and Enter begins a line, Enter that ends a composed character does neither. */
import { isComposing, pastedFiles } from '@service/content';
import { MESSAGE_LIMITS } from '@service/protocol';

interface MessageFieldProps {
  readonly text: string;
  readonly mayWrite: boolean;
  readonly write: (text: string) => void;
  readonly send: () => void;
  /** Of files that are pasted. */
  readonly onFiles: (files: readonly File[]) => void;
}

const lengthOver = (text: string): number => text.length - MESSAGE_LIMITS.textLength;

export const isTooLong = (text: string): boolean => lengthOver(text) > 0;

export function MessageField({ text, mayWrite, write, send, onFiles }: MessageFieldProps) {
  const tooLong = isTooLong(text);
  return (
    <>
      <textarea
        aria-label="Message"
        rows={2}
        aria-invalid={tooLong}
        aria-describedby={tooLong ? 'too-long' : undefined}
        placeholder={mayWrite ? 'Write to the visitor' : 'Take over the conversation to reply'}
        disabled={!mayWrite}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          onFiles(files);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send();
        }}
      />
      {/* No `maxlength`: the browser would cut what is pasted, inside of an emoji too. */}
      {tooLong && (
        <p id="too-long" role="alert">
          {lengthOver(text)} characters too long
        </p>
      )}
    </>
  );
}
