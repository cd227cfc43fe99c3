/** Who sits here, and the picture that visitors see: chosen, changed, taken away; and leaving the desk for good. */
import { useRef, useState } from 'preact/hooks';
import type { Reply } from './desk.js';
import { type Operator, removeOperator, removePicture, setPicture } from './operators.js';
import { Portrait } from './portrait.js';

interface OwnPictureProps {
  readonly keyOfDesk: string;
  readonly operator: Operator;
  readonly onChange: (operator: Operator) => void;
  /** They are nobody here any more. */
  readonly onRemoved: () => void;
}

const SHEET = 'own-picture';

export function OwnPicture({ keyOfDesk, operator, onChange, onRemoved }: OwnPictureProps) {
  const [busy, setBusy] = useState(false);
  const [said, say] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { id, name, picturedAt } = operator;

  async function carryOut<T>(deed: Promise<Reply<T>>, done: (value: T) => void): Promise<void> {
    setBusy(true);
    setProblem(null);
    say('');
    const reply = await deed;
    setBusy(false);
    if (reply.ok) done(reply.value);
    else setProblem(reply.message);
  }
  const choose = (file: File): Promise<void> =>
    carryOut(setPicture(keyOfDesk, id, file), (known) => {
      onChange(known.operator);
      say('Visitors see this picture beside your name.');
    });
  const takeAway = (): Promise<void> =>
    carryOut(removePicture(keyOfDesk, id), () => {
      onChange({ ...operator, picturedAt: null });
      say('Visitors see your initials.');
    });
  const leave = (): void => {
    // For good, so it takes two clicks.
    if (!leaving) setLeaving(true);
    else void carryOut(removeOperator(keyOfDesk, id), onRemoved);
  };
  return (
    <>
      <button type="button" class="quiet who" popovertarget={SHEET} title="Your picture">
        <Portrait operator={operator} />
        <span>{name}</span>
      </button>
      <section id={SHEET} popover="auto" class="own-picture" aria-label="Your picture" aria-busy={busy}>
        <div class="line">
          <Portrait operator={operator} />
          <p>
            <strong>{name}</strong>
            <br />
            <span class="hint">
              {picturedAt === null ? 'Visitors see your initials beside your name.' : 'As visitors see you.'}
            </span>
          </p>
        </div>
        <input
          ref={field}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label="Picture"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void choose(file);
            // The same file again is a choice, too.
            event.currentTarget.value = '';
          }}
        />
        <button type="button" class="main" disabled={busy} onClick={() => field.current?.click()}>
          {busy ? 'One moment …' : picturedAt === null ? 'Choose a picture' : 'Change picture'}
        </button>
        <p class="hint">PNG, JPEG, WebP or GIF, up to 5 MB. It is cut to a square.</p>
        {picturedAt !== null && (
          <button type="button" class="quiet" disabled={busy} onClick={takeAway}>
            Remove picture
          </button>
        )}
        <button type="button" class="quiet" disabled={busy} onClick={leave} onBlur={() => setLeaving(false)}>
          {leaving ? 'Remove you and your picture for good?' : 'Remove me from the desk'}
        </button>
        <p role="status">{said}</p>
        {problem && <p role="alert">{problem}</p>}
      </section>
    </>
  );
}
