import { useState } from 'preact/hooks';

/** @param onRefused the clipboard is closed to this page, so the person has to select the text */
export function useCopy(text: string, onRefused: () => void) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onRefused();
    }
  };
  return { copied, copy };
}
