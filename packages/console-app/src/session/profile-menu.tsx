import { useRef, useState } from 'preact/hooks';
import { type Operator, removePicture, setPicture } from '../api/operator-api.js';
import type { ApiResult } from '../api/request.js';
import type { CallSwitch } from '../queue/use-calls.js';
import { Portrait } from './portrait.js';

interface ProfileMenuProps {
  /** Of the account. */
  readonly name: string;
  /** Null: not known yet, or visitors see nothing of this person. */
  readonly operator: Operator | null;
  readonly calls: CallSwitch;
  readonly onChange: (operator: Operator) => void;
  /** Opens the account's page. */
  readonly onAccount: () => void;
  readonly onSignOut: () => void;
}

const POPOVER = 'profile-menu';

/** The person's name in the bar, with a menu: the picture that visitors see, the way to the account, and the way out. */
export function ProfileMenu({ name, operator, calls, onChange, onAccount, onSignOut }: ProfileMenuProps) {
  return (
    <>
      <button type="button" class="secondary operator-name" popovertarget={POPOVER} title="Your profile">
        {operator && <Portrait operator={operator} />}
        <span>{name}</span>
      </button>
      <section id={POPOVER} popover="auto" class="profile-menu" aria-label="Your profile">
        {operator && <Picture operator={operator} onChange={onChange} />}
        <Calls {...calls} />
        <button type="button" class="secondary" popovertarget={POPOVER} popovertargetaction="hide" onClick={onAccount}>
          Your account
        </button>
        <button type="button" class="secondary" onClick={onSignOut}>
          Sign out
        </button>
      </section>
    </>
  );
}

function Calls({ isOn, notice, set }: CallSwitch) {
  return (
    <div class="calls">
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
        <span>
          Sound and notification
          <span class="hint">When a visitor waits or writes to you, and you look at another window.</span>
        </span>
      </label>
      <p role="status">{notice}</p>
    </div>
  );
}

interface PictureProps {
  readonly operator: Operator;
  readonly onChange: (operator: Operator) => void;
}

function Picture(props: PictureProps) {
  const { operator } = props;
  const { name, picturedAt } = operator;
  const { busy, notice, problem, choose, clear } = useProfile(props);
  return (
    <div class="picture" aria-busy={busy}>
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
    </div>
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
      <button type="button" class="secondary" disabled={busy} onClick={() => field.current?.click()}>
        {busy ? 'One moment…' : hasPicture ? 'Change picture' : 'Choose a picture'}
      </button>
    </>
  );
}

function useProfile({ operator, onChange }: PictureProps) {
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
