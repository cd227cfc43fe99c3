/** A secret that is shown once: a link or a key, with a button that copies it. */
import { useCopy } from '../content/use-copy.js';

interface OnceShownProps {
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A click selects the field, for copying by hand. */
const selectByHand = (): void => undefined;

export function OnceShown({ label, secret, onClose }: OnceShownProps) {
  const { copied, copy } = useCopy(secret, selectByHand);
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
