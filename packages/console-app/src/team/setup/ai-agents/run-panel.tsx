/** Runs the tests of the newest version, or what visitors have asked, and shows how it differs from what is published. */
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer, useChange } from '../../use-answer.js';
import { RunResults } from './run-results.js';
import type { Agent } from './shown.js';

interface RunPanelProps {
  readonly orgId: string;
  readonly agent: Agent;
  readonly mayManage: boolean;
}

export function RunPanel({ orgId, agent, mayManage }: RunPanelProps) {
  const { aiAgentId, version, tests, lastRun } = agent;
  const [ordered, setOrdered] = useState<string | null>(null);
  const { busy, problem, run } = useChange();
  const order = async (past?: { readonly days: number; readonly n: number }): Promise<void> => {
    const made = await run('aiAgents.runTests', { orgId, aiAgentId, version, ...(past && { past }) });
    if (made) setOrdered(made.testRunId);
  };
  const orderPast = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void order({ days: Number(fields.get('days')), n: Number(fields.get('n')) });
  };
  const shown = ordered ?? lastRun?.testRunId ?? null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Test it</h2>
      <p class="hint">
        Asks version {version} and the published one the same questions, and shows what becomes better, worse or other.
        No visitor sees it.
      </p>
      {mayManage && (
        <div class="row orders">
          <button type="button" class="primary" disabled={busy || tests.length === 0} onClick={() => void order()}>
            {tests.length === 0 ? 'No tests yet' : `Run ${tests.length === 1 ? 'the test' : `${tests.length} tests`}`}
          </button>
          <form class="row" aria-label="Ask what visitors have asked" onSubmit={orderPast}>
            <label>
              Questions of the last
              <input name="days" type="number" min={1} max={90} required defaultValue="30" aria-label="Days" /> days, at
              most
              <input
                name="n"
                type="number"
                min={1}
                max={200}
                required
                defaultValue="50"
                aria-label="Questions at most"
              />
            </label>
            <button type="submit" class="secondary" disabled={busy}>
              Ask those
            </button>
          </form>
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
      {shown && <Run key={shown} orgId={orgId} testRunId={shown} />}
    </section>
  );
}

function Run({ orgId, testRunId }: { readonly orgId: string; readonly testRunId: string }) {
  const { value, problem } = useAnswer('aiAgents.getTestRun', { orgId, testRunId, limit: 100 });
  if (problem) return <p role="alert">{problem}</p>;
  return value && <RunResults orgId={orgId} run={value} />;
}
