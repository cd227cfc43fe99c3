/** What mail the person has ordered. Each change is stored at once; one that fails is taken back. */
import type { Outputs } from '@service/workspace-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf, workspace } from '../../api/workspace.js';
import { AccountSection } from './account-section.js';

type Stored = Outputs['profile.email.preferences.get'];
type Frequency = NonNullable<Stored['frequency']>;

interface Change {
  readonly topics?: Readonly<Record<string, boolean>>;
  readonly frequency?: Frequency;
}

const TOPICS = [
  { name: 'announcements', title: 'Announcements', about: 'What is new in this service, and what changes.' },
  { name: 'digest', title: 'Digest', about: 'What happened in the conversations of your team.' },
] as const;

const FREQUENCIES: Readonly<Record<Frequency, string>> = {
  immediate: 'As it happens',
  daily: 'Once a day',
  weekly: 'Once a week',
  monthly: 'Once a month',
};

export function EmailPreferences({ userId, email }: { readonly userId: string; readonly email: string }) {
  const { stored, wished, notice, problem, change, read } = usePreferences(userId);
  const isOn = (topic: string): boolean =>
    wished.topics?.[topic] ?? (stored?.topics as Record<string, boolean> | undefined)?.[topic] ?? false;
  const frequency = wished.frequency ?? stored?.frequency;
  return (
    <AccountSection
      id="email"
      title="Email preferences"
      intro={`To ${email}. Mail that your account needs, such as a link for a new password, always comes.`}
      notice={notice}
      isBusy={stored === null && problem === null}
    >
      {problem && <p role="alert">{problem}</p>}
      {stored === null && problem === null && <p class="hint">One moment…</p>}
      {stored === null && problem !== null && (
        <div>
          <button type="button" class="secondary" onClick={read}>
            Try again
          </button>
        </div>
      )}
      {stored && (
        <div class="preferences">
          {TOPICS.map(({ name, title, about }) => (
            <label key={name} class="checkbox">
              <input
                type="checkbox"
                checked={isOn(name)}
                onChange={(event) => change({ topics: { [name]: event.currentTarget.checked } })}
              />
              <span>
                {title}
                <span class="hint">{about}</span>
              </span>
            </label>
          ))}
          <label class="frequency">
            How often
            <select
              value={frequency ?? ''}
              onChange={(event) => change({ frequency: event.currentTarget.value as Frequency })}
            >
              {frequency === undefined && (
                <option value="" disabled>
                  Choose
                </option>
              )}
              {Object.entries(FREQUENCIES).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </AccountSection>
  );
}

const NOTHING: Change = {};

function usePreferences(userId: string) {
  const [stored, setStored] = useState<Stored | null>(null);
  /** Changes on their way to the server. */
  const [wished, setWished] = useState(NOTHING);
  const [notice, setNotice] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  /** One after another, so that the last one is stored last. */
  const sending = useRef<{ latest: Promise<void>; count: number }>({ latest: Promise.resolve(), count: 0 });
  const read = async (): Promise<void> => {
    setProblem(null);
    const result = await workspace.call('profile.email.preferences.get', undefined);
    if (result.ok) setStored(result.value);
    else setProblem(messageOf(result.error));
  };
  useEffect(() => void read(), []);
  const store = async (what: Change): Promise<void> => {
    const result = await workspace.call('profile.email.preferences.update', { userId, ...what });
    if (result.ok) setStored(result.value);
    else setProblem(`${messageOf(result.error)} Nothing was changed.`);
    sending.current.count -= 1;
    if (sending.current.count > 0) return;
    setWished(NOTHING);
    if (result.ok) setNotice('Saved.');
  };
  const change = (what: Change): void => {
    setNotice('');
    setProblem(null);
    setWished((before) => ({ ...before, ...what, topics: { ...before.topics, ...what.topics } }));
    sending.current.count += 1;
    sending.current.latest = sending.current.latest.then(() => store(what));
  };
  return { stored, wished, notice, problem, change, read };
}
