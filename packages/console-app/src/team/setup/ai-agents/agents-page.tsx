/** The AI agents of an organization: the list, and the one that is open. */
import type { TargetedSubmitEvent } from 'preact';
import { allPages } from '../../../api/all-pages.js';
import {
  NoOrganization,
  OrganizationChoice,
  type OrganizationPageProps,
  organizationOf,
} from '../../organization-choice.js';
import { useAll, useChange } from '../../use-answer.js';
import { AgentView } from './agent-view.js';
import { type ListedAgent, stateOf } from './shown.js';

interface AgentsPageProps extends OrganizationPageProps {
  /** The AI agent that is open; null: the list is. */
  readonly open: string | null;
  readonly onOpen: (orgId: string, aiAgentId: string | null) => void;
}

export function AgentsPage({ me: { organizations }, orgId: chosen, open, onOrganization, onOpen }: AgentsPageProps) {
  const organization = organizationOf(organizations, chosen);
  if (!organization) return <NoOrganization />;
  const { orgId, role } = organization;
  const mayManage = role !== 'member';
  return (
    <main class="team ai-agents">
      {open === null && <OrganizationChoice {...{ organizations, organization }} onChoose={onOrganization} />}
      {open === null ? (
        <AgentList key={orgId} {...{ orgId, mayManage }} onOpen={(id) => onOpen(orgId, id)} />
      ) : (
        <AgentView key={open} {...{ orgId, mayManage }} aiAgentId={open} onClose={() => onOpen(orgId, null)} />
      )}
    </main>
  );
}

interface AgentListProps {
  readonly orgId: string;
  readonly mayManage: boolean;
  readonly onOpen: (aiAgentId: string) => void;
}

function AgentList({ orgId, mayManage, onOpen }: AgentListProps) {
  const { value, problem } = useAll('aiAgents.list', { orgId });
  const { busy, problem: refusal, run } = useChange();
  const create = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const made = await run('aiAgents.create', { orgId, name, knowledgeIds: await sourcesOf(orgId) });
    if (made) onOpen(made.aiAgentId);
  };
  const shownProblem = problem ?? refusal;
  return (
    <section aria-labelledby="agents">
      <h2 id="agents">AI agents</h2>
      <p class="hint">
        An AI agent answers visitors first, from your knowledge and in your words. What you change is a draft until you
        publish it.
      </p>
      {shownProblem && <p role="alert">{shownProblem}</p>}
      {value?.items.length === 0 && !mayManage && <p class="hint">There are no AI agents yet.</p>}
      <ul class="rows">
        {value?.items.map((agent) => (
          <AgentRow key={agent.aiAgentId} agent={agent} onOpen={onOpen} />
        ))}
      </ul>
      {mayManage && (
        <form class="row" aria-label="Create an AI agent" onSubmit={create}>
          <label>
            Name of the new AI agent, as visitors see it
            <input name="name" required maxLength={80} placeholder="Hei" />
          </label>
          <button type="submit" class="primary" disabled={busy}>
            Create an AI agent
          </button>
        </form>
      )}
    </section>
  );
}

/** Of an AI agent; the server refuses more. */
const MOST_SOURCES = 200;

/** A new AI agent begins with all that the organization has. What could not be read can be chosen in its form. */
async function sourcesOf(orgId: string): Promise<string[]> {
  const sources = await allPages('knowledge.list', { orgId });
  if (!sources.ok) return [];
  const ids = sources.value.items.flatMap(({ type, sourceId }) => (type === 'folder' ? [] : [sourceId]));
  return ids.slice(0, MOST_SOURCES);
}

function AgentRow({ agent, onOpen }: { readonly agent: ListedAgent; readonly onOpen: (aiAgentId: string) => void }) {
  const { aiAgentId, name, lastRun } = agent;
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">
          {stateOf(agent)}
          {lastRun?.state === 'done' &&
            lastRun.kind === 'own' &&
            ` · ${lastRun.passed} of ${lastRun.total} tests passed`}
        </span>
      </p>
      <button type="button" class="secondary" aria-label={`Open ${name}`} onClick={() => onOpen(aiAgentId)}>
        Open
      </button>
    </li>
  );
}
