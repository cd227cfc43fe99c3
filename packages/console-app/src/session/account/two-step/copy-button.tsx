import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "the secret". */
  readonly what: string;
  /** The clipboard is closed to this page, so the person has to select the text. */
  readonly onRefused: () => void;
}

export function CopyButton({ text, what, onRefused }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      onRefused();
    }
  };
  return (
    <>
      <button type="button" class="secondary" aria-label={`Copy ${what}`} onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <span class="visually-hidden" role="status">
        {copied && `Copied ${what}.`}
      </span>
    </>
  );
}
