/** The code that shows an inbox on a page, and what to do with it. */
import type { Inputs } from '@service/workspace-client';
import { useState } from 'preact/hooks';
import { useCopy } from '../../../content/use-copy.js';
import { useAnswer } from '../../use-answer.js';

type Form = NonNullable<Inputs['inboxes.embedCode']['form']>;
const FORMS: Readonly<Record<Form, string>> = {
  script: 'Script tag',
  tag_manager: 'Tag manager',
  react: 'React',
  headless: 'Your own screen',
  csp: 'Content-Security-Policy',
};

interface EmbedCodeProps {
  readonly orgId: string;
  readonly inboxId: string;
}

export function EmbedCode({ orgId, inboxId }: EmbedCodeProps) {
  const [form, setForm] = useState<Form>('script');
  const { value, problem } = useAnswer('inboxes.embedCode', { orgId, inboxId, form });
  return (
    <div class="embed-code">
      <label class="field">
        Code for
        <select value={form} onChange={(event) => setForm(event.currentTarget.value as Form)}>
          {Object.entries(FORMS).map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {problem && <p role="alert">{problem}</p>}
      {value && <Code key={value.text} text={value.text} steps={value.steps} />}
    </div>
  );
}

function Code({ text, steps }: { readonly text: string; readonly steps: readonly string[] }) {
  const { copied, copy } = useCopy(text, () => undefined);
  return (
    <>
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="secondary" onClick={copy}>
        {copied ? 'Copied' : 'Copy the code'}
      </button>
      <ol>
        {steps.map((step) => (
          <li key={step}>
            {step.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}
          </li>
        ))}
      </ol>
    </>
  );
}
