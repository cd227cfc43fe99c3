/** Where the website of the business is. */
import type { TargetedSubmitEvent } from 'preact';
import { useChange } from '../../use-answer.js';

interface BusinessFormProps {
  readonly orgId: string;
  readonly name: string;
  readonly onSaved: () => void;
}

export function BusinessForm({ orgId, name, onSaved }: BusinessFormProps) {
  const change = useChange();
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const website = String(new FormData(event.currentTarget).get('website')).trim();
    if (await change.run('onboarding.setBusiness', { orgId, name, website })) onSaved();
  };
  return (
    <form onSubmit={save}>
      <label>
        Website
        <input name="website" type="url" required placeholder="https://example.com" />
      </label>
      <button type="submit" class="secondary" disabled={change.busy}>
        Set website
      </button>
      {change.problem && <p role="alert">{change.problem}</p>}
    </form>
  );
}
