/** What a test run has shown, what is lost first. */
import { useState } from 'preact/hooks';
import { workspace } from '../../../api/workspace.js';
import { Markdown } from '../../../content/markdown.js';
import { dayOf } from '../../../content/time.js';
import { EXPECTED, OUTCOME, type TestResult, type TestRun } from './shown.js';

const DIFFERENCE = { worse: 'Worse', better: 'Better', other: 'Other', same: 'Same' } as const;

/** What needs a look comes first. */
const rankOf = ({ difference, passed }: TestResult): number =>
  difference === 'worse' ? 0 : passed === false ? 1 : difference === 'better' ? 2 : difference === 'other' ? 3 : 4;

function summaryOf({ kind, total, asked, passed, state, better, worse, other, same, comparedWith }: TestRun): string {
  if (state === 'waiting') return 'It waits for its turn.';
  const parts = [
    state === 'running' && `${asked} of ${total} asked`,
    kind !== 'past' && `${passed} of ${total} passed`,
    comparedWith !== null && `${worse} worse, ${better} better, ${other} other, ${same} same`,
    state === 'done' && total === 0 && 'No visitor has asked this AI agent in that time',
  ];
  return parts.filter(Boolean).join(' · ');
}

export function RunResults({ orgId, run }: { readonly orgId: string; readonly run: TestRun }) {
  const [rest, setRest] = useState<readonly TestResult[]>([]);
  const { testRunId, version, comparedWith, createdAt, problem, items, nextCursor, state } = run;
  const more = async (): Promise<void> => {
    if (nextCursor === undefined) return;
    const page = await workspace.call('aiAgents.getTestRun', { orgId, testRunId, cursor: nextCursor, limit: 100 });
    if (page.ok) setRest(page.value.items);
  };
  const results = [...items, ...rest].filter(({ answer, problem: why }) => answer !== null || why !== null);
  return (
    <div class="run" aria-busy={state === 'waiting' || state === 'running'}>
      <p role="status">{summaryOf(run)}</p>
      <p class="hint">
        Version {version}
        {comparedWith === null ? '' : ` beside version ${comparedWith}`} · {dayOf(Date.parse(createdAt))}
      </p>
      {problem && <p role="alert">{problem}</p>}
      <ul class="rows">
        {[...results]
          .sort((a, b) => rankOf(a) - rankOf(b))
          .map((result) => (
            <Result key={`${result.before.join()}${result.question}`} result={result} />
          ))}
      </ul>
      {nextCursor !== undefined && rest.length === 0 && (
        <button type="button" class="secondary" onClick={() => void more()}>
          Show the others
        </button>
      )}
    </div>
  );
}

function Result({ result }: { readonly result: TestResult }) {
  const { question, before, expected, answer, compared, passed, difference, problem } = result;
  const isBad = passed === false || difference === 'worse';
  return (
    <li class={isBad ? 'bad' : ''}>
      <details>
        <summary>
          <strong>
            <bdi>{question}</bdi>
          </strong>
          <span class="hint">
            {[
              passed !== null && (passed ? 'Passed' : 'Not passed'),
              difference && DIFFERENCE[difference],
              answer ? OUTCOME[answer.outcome] : problem && 'No answer came',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </summary>
        {before.length > 0 && <p class="hint">After: {before.join(' / ')}</p>}
        {expected && (
          <p class="hint">
            Expected: {EXPECTED[expected.expect]}
            {expected.documentId && `, from ${expected.documentId}`}
          </p>
        )}
        <div class="answers">
          {answer && <Side title="This version" answer={answer} />}
          {compared && <Side title="Published" answer={compared} />}
        </div>
      </details>
    </li>
  );
}

function Side({ title, answer }: { readonly title: string; readonly answer: NonNullable<TestResult['answer']> }) {
  const sources = [...new Set(answer.citations.map(({ title: source }) => source))];
  return (
    <div class="answer">
      <small>{title}</small>
      <Markdown text={answer.text} />
      <small>
        {OUTCOME[answer.outcome]}
        {sources.length > 0 && ` · ${sources.join(', ')}`}
      </small>
    </div>
  );
}
