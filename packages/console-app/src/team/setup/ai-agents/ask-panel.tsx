/** A conversation with a version of the AI agent, beside the form. Nothing of it is stored. */
import type { Outputs } from '@service/workspace-client';
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Markdown } from '../../../content/markdown.js';
import { PlainText } from '../../../content/plain-text.js';
import { useChange } from '../../use-answer.js';
import { type Agent, OUTCOME } from './shown.js';

type Answer = Outputs['aiAgents.ask'];

interface Exchange {
  readonly question: string;
  /** Null: it is being answered. */
  readonly answer: Answer | null;
}

/** The newest ones that are sent along. */
const MOST_EXCHANGES = 15;

export function AskPanel({ orgId, agent }: { readonly orgId: string; readonly agent: Agent }) {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const { busy, problem, run } = useChange();
  const ask = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const question = String(new FormData(form).get('question')).trim();
    if (question === '') return;
    const before = exchanges.slice(-MOST_EXCHANGES);
    setExchanges([...before, { question, answer: null }]);
    form.reset();
    const history = before.flatMap(({ question: text, answer }) => [
      { by: 'visitor' as const, text },
      ...(answer ? [{ by: 'agent' as const, text: answer.text }] : []),
    ]);
    const { aiAgentId, version } = agent;
    const answer = await run('aiAgents.ask', {
      ...{ orgId, aiAgentId, version },
      history: [...history, { by: 'visitor', text: question }],
    });
    setExchanges(answer ? [...before, { question, answer }] : before);
  };
  return (
    <section aria-labelledby="ask" class="ask">
      <h2 id="ask">Ask it</h2>
      <p class="hint">Version {agent.version} as it is saved. No visitor sees this, and nothing of it is stored.</p>
      <ol class="exchanges" aria-live="polite" aria-busy={busy}>
        {exchanges.map(({ question, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={at}>
            <div class="question">
              <PlainText text={question} />
            </div>
            {answer ? <AnswerView answer={answer} /> : <p class="hint">Answering…</p>}
          </li>
        ))}
      </ol>
      {problem && <p role="alert">{problem}</p>}
      <form class="row" aria-label="Ask it" onSubmit={ask}>
        <label>
          Question
          <input name="question" maxLength={4_000} placeholder="As a visitor asks it" autoComplete="off" />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          Ask
        </button>
        {exchanges.length > 0 && (
          <button type="button" class="secondary" disabled={busy} onClick={() => setExchanges([])}>
            Begin anew
          </button>
        )}
      </form>
    </section>
  );
}

function AnswerView({ answer: { text, outcome, passages, version, model } }: { readonly answer: Answer }) {
  return (
    <div class="answer">
      <Markdown text={text} />
      <small>
        {OUTCOME[outcome]} · version {version} · {model ?? 'from the articles'}
      </small>
      {passages.length > 0 && (
        <details>
          <summary>Why: {passages.length === 1 ? '1 passage was' : `${passages.length} passages were`} found</summary>
          <ul>
            {passages.map(({ heading, text: passage, coverage }) => (
              <li key={`${heading}${passage}`}>
                <strong>{heading}</strong> <span class="hint">{Math.round(coverage * 100)} % sure</span>
                <PlainText text={passage} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
