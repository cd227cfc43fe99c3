/** A secret that is shown once: a link or a key, with a button that copies it. */
import { useState } from 'preact/hooks';

interface OnceShownProps {
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function OnceShown({ label, secret, onClose }: OnceShownProps) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // The field is selected by a click, for copying by hand.
    }
  };
  return (
    <div class="once-shown" role="status">
      <label>
        {label} It is not shown again.
        <input readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row">
        <button type="button" class="primary" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          Done
        </button>
      </div>
    </div>
  );
}
