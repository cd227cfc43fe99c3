/** Copies a text for the visitor, and tells what became of it. */
import { useState } from 'preact/hooks';

export type Copying = 'begun' | 'done' | 'failed' | null;

/** Call the second part on a click. */
export function useCopy(text: () => string): readonly [Copying, () => void] {
  const [copying, setCopying] = useState<Copying>(null);
  const copy = (): void => {
    setCopying('begun');
    void copyText(text()).then((done) => setCopying(done ? 'done' : 'failed'));
  };
  return [copying, copy];
}

/**
 * Returns whether it was copied. The page's policy may deny the clipboard to its frames, and on plain HTTP there is none; the
 * command of earlier times works there.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

function copyByCommand(text: string): boolean {
  const selection = getSelection();
  // The command does nothing without a selection, and copies what the listener gives it.
  const selected = document.body.appendChild(document.createElement('span'));
  selected.className = 'visually-hidden';
  selected.textContent = ' ';
  const give = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give);
  try {
    selection?.selectAllChildren(selected);
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    document.removeEventListener('copy', give);
    selection?.removeAllRanges();
    selected.remove();
  }
}
