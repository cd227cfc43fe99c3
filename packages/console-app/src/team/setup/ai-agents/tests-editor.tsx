/** The questions that a version must answer before it is published. */
import { type AgentTest, EXPECTED, type Expected } from './shown.js';

interface TestsEditorProps {
  readonly tests: readonly AgentTest[];
  readonly onChange: (tests: readonly AgentTest[]) => void;
}

const MOST = 200;

export function TestsEditor({ tests, onChange }: TestsEditorProps) {
  const replace = (at: number, test: AgentTest): void => onChange(tests.map((each, n) => (n === at ? test : each)));
  return (
    <fieldset class="tests">
      <legend>Tests</legend>
      <p class="hint">Questions that must be answered, or must not be, before a version is published.</p>
      {tests.map((test, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests have no other id, and a row is what is in its place
        <div class="row" key={at}>
          <input
            required
            maxLength={500}
            value={test.question}
            aria-label={`Question ${at + 1}`}
            onInput={({ currentTarget }) => replace(at, { ...test, question: currentTarget.value })}
          />
          <select
            value={test.expect}
            aria-label={`What is expected of question ${at + 1}`}
            onChange={({ currentTarget }) => {
              const expect = currentTarget.value as Expected;
              replace(at, { ...test, expect, documentId: expect === 'answered' ? test.documentId : null });
            }}
          >
            {Object.entries(EXPECTED).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="secondary"
            aria-label={`Remove question ${at + 1}`}
            onClick={() => onChange(tests.filter((_, n) => n !== at))}
          >
            Remove
          </button>
        </div>
      ))}
      {tests.length < MOST && (
        <button
          type="button"
          class="secondary"
          onClick={() => onChange([...tests, { question: '', expect: 'answered', documentId: null }])}
        >
          Add a test
        </button>
      )}
    </fieldset>
  );
}
