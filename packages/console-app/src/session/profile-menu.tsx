import { useRef, useState } from 'preact/hooks';
import { type Operator, removePicture, setPicture } from '../api/operator-api.js';
import type { ApiResult } from '../api/request.js';
import { Portrait } from './portrait.js';

interface ProfileMenuProps {
  readonly operator: Operator;
  readonly onChange: (operator: Operator) => void;
  /** Opens the account's page. */
  readonly onAccount: () => void;
}

const POPOVER = 'profile-menu';

/** The operator's name in the header, with a menu to change the picture, and the way to the account. */
export function ProfileMenu(props: ProfileMenuProps) {
  const { operator, onAccount } = props;
  const { name, picturedAt } = operator;
  const { busy, notice, problem, choose, clear } = useProfile(props);
  return (
    <>
      <button type="button" class="secondary operator-name" popovertarget={POPOVER} title="Your picture">
        <Portrait operator={operator} />
        <span>{name}</span>
      </button>
      <section id={POPOVER} popover="auto" class="profile-menu" aria-label="Your picture" aria-busy={busy}>
        <div class="row">
          <Portrait operator={operator} />
          <p>
            <strong>{name}</strong>
            <br />
            <span class="hint">
              {picturedAt === null ? 'Visitors see your initials beside your name.' : 'This is how visitors see you.'}
            </span>
          </p>
        </div>
        <PictureChoice hasPicture={picturedAt !== null} busy={busy} onChoose={choose} />
        <p class="hint">PNG, JPEG, WebP or GIF, up to 5 MB. It will be cropped to a square.</p>
        {picturedAt !== null && (
          <button type="button" class="secondary" disabled={busy} onClick={clear}>
            Remove picture
          </button>
        )}
        <p role="status">{notice}</p>
        {problem && <p role="alert">{problem}</p>}
        <button type="button" class="secondary" popovertarget={POPOVER} popovertargetaction="hide" onClick={onAccount}>
          Your account
        </button>
      </section>
    </>
  );
}

interface PictureChoiceProps {
  readonly hasPicture: boolean;
  readonly busy: boolean;
  readonly onChoose: (file: File) => void;
}

function PictureChoice({ hasPicture, busy, onChoose }: PictureChoiceProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label="Picture"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onChoose(file);
          // Choosing the same file again is a change only when the field is empty.
          event.currentTarget.value = '';
        }}
      />
      <button type="button" class="primary" disabled={busy} onClick={() => field.current?.click()}>
        {busy ? 'One moment…' : hasPicture ? 'Change picture' : 'Choose a picture'}
      </button>
    </>
  );
}

function useProfile({ operator, onChange }: Pick<ProfileMenuProps, 'operator' | 'onChange'>) {
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  async function run<T>(request: Promise<ApiResult<T>>, onDone: (value: T) => void): Promise<void> {
    setBusy(true);
    setProblem(null);
    setNotice('');
    const result = await request;
    setBusy(false);
    if (result.ok) onDone(result.value);
    else setProblem(result.message);
  }
  const choose = (file: File): void =>
    void run(setPicture(file), (answer) => {
      onChange(answer.operator);
      setNotice('Visitors see this picture beside your name.');
    });
  const clear = (): void =>
    void run(removePicture(), () => {
      onChange({ ...operator, picturedAt: null });
      setNotice('Visitors see your initials.');
    });
  return { busy, notice, problem, choose, clear };
}
