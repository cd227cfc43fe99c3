/**
 * The version of an AI agent that an answer began with. It is stored with the answer's checkpoints, so that another process goes on with
 * the same instructions although a new version was published meanwhile.
 */
import type { InboxSettings, Question } from '@service/realtime-server/ports';

type PinnedAgent = Pick<InboxSettings, 'aiAgent' | 'agentName' | 'instructions' | 'answerParts' | 'linkHosts'>;

interface StoredCheckpoint {
  readonly agent: PinnedAgent;
  readonly state: string;
}

export interface Pinned {
  /** What the inbox says now, with its agent as it was when the answer began. */
  readonly settings: InboxSettings;
  readonly job: Question['job'];
}

/** `now`: the settings of an inbox with an AI agent. */
export function pinAgent(job: Question['job'], now: InboxSettings): Pinned {
  const stored = job.checkpoint === null ? null : readStored(job.checkpoint);
  const { aiAgent, agentName, instructions, answerParts, linkHosts } = stored?.agent ?? now;
  const agent: PinnedAgent = { aiAgent, agentName, instructions, answerParts, linkHosts };
  return {
    settings: { ...now, ...agent },
    job: {
      run: job.run,
      get attempt() {
        return job.attempt;
      },
      checkpoint: stored?.state ?? null,
      saveCheckpoint: (state) => job.saveCheckpoint(JSON.stringify({ agent, state } satisfies StoredCheckpoint)),
    },
  };
}

/** Null: it was written before the inbox had an agent. The answer then begins again. */
function readStored(checkpoint: string): StoredCheckpoint | null {
  try {
    const stored = JSON.parse(checkpoint) as Partial<StoredCheckpoint>;
    return stored.agent && typeof stored.state === 'string' ? (stored as StoredCheckpoint) : null;
  } catch {
    return null;
  }
}
