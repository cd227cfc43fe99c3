/** One AI agent: what it is like, a question to it, its tests, and its versions. */
import { useRef, useState } from 'preact/hooks';
import { useFocus } from '../../../forms/use-focus.js';
import { useAnswer } from '../../use-answer.js';
import { AgentForm } from './agent-form.js';
import { AskPanel } from './ask-panel.js';
import { DeleteAgent } from './delete-agent.js';
import { RunPanel } from './run-panel.js';
import { stateOf } from './shown.js';
import { Versions } from './versions.js';

interface AgentViewProps {
  readonly orgId: string;
  readonly aiAgentId: string;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}

export function AgentView({ orgId, aiAgentId, mayManage, onClose }: AgentViewProps) {
  const { value: agent, problem, refresh } = useAnswer('aiAgents.get', { orgId, aiAgentId });
  const { value: listed } = useAnswer('aiAgents.list', { orgId });
  const [isChanged, setIsChanged] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isShown = agent !== null;
  useFocus(() => heading.current, isShown);
  return (
    <>
      <header>
        <button type="button" class="secondary" onClick={onClose}>
          All AI agents
        </button>
        <h1 ref={heading} tabIndex={-1}>
          {agent ? <bdi>{agent.name}</bdi> : 'AI agent'}
        </h1>
        {agent && <p class="hint">{stateOf(agent)}</p>}
      </header>
      {problem && <p role="alert">{problem}</p>}
      {agent && (
        <>
          <div class="beside">
            <AgentForm
              {...{ orgId, agent, mayManage }}
              models={listed?.models ?? []}
              onSaved={refresh}
              onChanged={setIsChanged}
            />
            <AskPanel {...{ orgId, agent }} />
          </div>
          <RunPanel {...{ orgId, agent, mayManage }} />
          <Versions {...{ orgId, agent, mayManage, isChanged }} onChanged={refresh} />
          {mayManage && <DeleteAgent {...{ orgId, agent }} onDeleted={onClose} />}
        </>
      )}
    </>
  );
}
