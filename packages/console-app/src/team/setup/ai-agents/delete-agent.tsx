/** Deletes an AI agent. It can’t be undone, so it takes two clicks. */
import { useState } from 'preact/hooks';
import { useChange } from '../../use-answer.js';
import type { Agent } from './shown.js';

interface DeleteAgentProps {
  readonly orgId: string;
  readonly agent: Agent;
  readonly onDeleted: () => void;
}

export function DeleteAgent({ orgId, agent: { aiAgentId, name }, onDeleted }: DeleteAgentProps) {
  const { busy, problem, run } = useChange();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async (): Promise<void> => {
    if (!isDeleting) return setIsDeleting(true);
    if (await run('aiAgents.delete', { orgId, aiAgentId })) onDeleted();
    else setIsDeleting(false);
  };
  return (
    <section aria-label="Delete">
      {problem && <p role="alert">{problem}</p>}
      <button
        type="button"
        class="secondary delete"
        disabled={busy}
        onClick={() => void remove()}
        onBlur={() => setIsDeleting(false)}
      >
        {isDeleting ? `Delete ${name} for good?` : 'Delete this AI agent'}
      </button>
    </section>
  );
}
