import { useCopy } from '../../../content/use-copy.js';

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: "the secret". */
  readonly what: string;
  /** The clipboard is closed to this page, so the person has to select the text. */
  readonly onRefused: () => void;
}

export function CopyButton({ text, what, onRefused }: CopyButtonProps) {
  const { copied, copy } = useCopy(text, onRefused);
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
