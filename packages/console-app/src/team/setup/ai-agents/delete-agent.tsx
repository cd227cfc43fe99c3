/** Deletes an AI agent. */

import { TwoClickButton } from '../../../forms/two-click-button.js';
import { useChange } from '../../use-answer.js';
import type { Agent } from './shown.js';

interface DeleteAgentProps {
  readonly orgId: string;
  readonly agent: Agent;
  readonly onDeleted: () => void;
}

export function DeleteAgent({ orgId, agent: { aiAgentId, name }, onDeleted }: DeleteAgentProps) {
  const { busy, problem, run } = useChange();
  const remove = async (): Promise<boolean> => {
    const deleted = await run('aiAgents.delete', { orgId, aiAgentId });
    if (deleted) onDeleted();
    return deleted !== null;
  };
  return (
    <section aria-label="Delete">
      {problem && <p role="alert">{problem}</p>}
      <TwoClickButton
        class="secondary delete"
        label="Delete this AI agent"
        question={`Delete ${name} for good?`}
        disabled={busy}
        onConfirm={remove}
      />
    </section>
  );
}
