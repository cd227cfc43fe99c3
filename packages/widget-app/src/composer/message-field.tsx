import { isComposing, pastedFiles } from '@service/content';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useTexts } from '../ui/use-texts.js';

interface MessageFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly draft: string;
  readonly isTooLong: boolean;
  readonly describedBy: string | undefined;
  readonly placeholder: string;
  readonly closed: boolean;
  readonly onInput: (text: string) => void;
  /** Null while no files can be taken. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
  readonly onSend: () => void;
}

/**
 * The field for a message, as high as its text. Enter sends, but not the Enter that ends a composed Japanese or Chinese
 * word. The text is at least 16 px, or a phone would zoom the page.
 */
export function MessageField(props: MessageFieldProps) {
  const { field, draft, isTooLong, describedBy, placeholder, closed, onInput, onFiles, onSend } = props;
  const texts = useTexts();
  useFittedHeight(field, draft);
  return (
    <textarea
      ref={field}
      rows={1}
      // An empty field follows the panel's direction, text its own.
      dir={draft === '' ? undefined : 'auto'}
      aria-label={texts.message}
      aria-invalid={isTooLong}
      aria-describedby={describedBy}
      placeholder={placeholder}
      value={draft}
      // Not `disabled`: the field would lose the focus while the visitor is writing.
      readOnly={closed}
      enterkeyhint="send"
      onInput={(event) => onInput(event.currentTarget.value)}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (!files[0]) return;
        event.preventDefault();
        onFiles?.(files);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}

function useFittedHeight(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  useLayoutEffect(() => fitHeight(field.current), [draft]);
  // The number of lines depends on the width, which changes when the panel opens, turns or zooms.
  useEffect(() => {
    const area = field.current;
    if (!area || typeof ResizeObserver === 'undefined') return;
    let width = 0;
    const observer = new ResizeObserver(() => {
      if (area.offsetWidth !== width) fitHeight(area);
      width = area.offsetWidth;
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, []);
}

/** As high as the text, up to what the style sheet allows. An empty field is one line, however long its placeholder is. */
function fitHeight(area: HTMLTextAreaElement | null): void {
  const form = area?.form;
  if (!form) return;
  if (area.value === '') {
    area.style.height = '';
    return;
  }
  // The form keeps its height while the field is measured, or the transcript would grow meanwhile and move.
  form.style.height = `${form.offsetHeight}px`;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
  form.style.height = '';
}
