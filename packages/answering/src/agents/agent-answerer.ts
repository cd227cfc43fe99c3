/** One answerer for all inboxes: it asks the one that an inbox or its AI agent has chosen, names the agent's version, and follows its rules of handoff. */
import { type Answerer, agentNameIn, type InboxDirectory, type InboxSettings } from '@service/realtime-server/ports';
import { messagesFor } from '../messages/messages.js';
import { handsOver } from './handoff.js';
import { pinAgent } from './pinned-agent.js';

export interface AgentAnswererDeps {
  readonly inboxes: Pick<InboxDirectory, 'get'>;
  /** Who answers with these settings. `inboxes` gives the same settings for as long as the answer is written. */
  readonly choose: (settings: InboxSettings | null, inboxes: Pick<InboxDirectory, 'get'>) => Answerer;
}

export function createAgentAnswerer({ inboxes, choose }: AgentAnswererDeps): Answerer {
  return {
    authorName: (inbox) => agentNameIn(inboxes, inbox),
    async *answer(question, signal) {
      const now = inboxes.get(question.inbox);
      if (!now?.aiAgent || now.httpAgent) {
        yield* choose(now, inboxes).answer(question, signal);
        return;
      }
      const { settings, job } = pinAgent(question.job, now);
      const { id, version, handoff } = settings.aiAgent ?? now.aiAgent;
      yield { kind: 'agent', agent: { id, version }, name: settings.agentName };
      for await (const piece of choose(settings, { get: () => settings }).answer({ ...question, job }, signal)) {
        if (piece.kind !== 'done' || settings.people === null) yield piece;
        else if (await handsOver(handoff, piece.outcome, question)) {
          yield { kind: 'text', text: `\n\n${messagesFor(question).handingOver}` };
          yield { ...piece, offerPerson: false, handOver: true };
        } else yield piece;
      }
    },
  };
}
