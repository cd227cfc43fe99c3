/** The workspace's port to answers that no visitor has asked for, over those who answer visitors. */
import { simulate } from '@service/answering';
import { inboxFileSchema } from '@service/protocol/schema';
import type { InboxDirectory } from '@service/realtime-server';
import { FairQueue } from '@service/realtime-server/runtime';
import type { Answering, SimulatedAnswer, SimulatedQuestion, Simulation } from '@service/workspace';
import type { Logger } from 'pino';
import type { Answerers } from '../answering/open-answerers.js';

/** A model may think for a while, and call functions of ours. */
const DEADLINE_MS = 60_000;
/** At once on this node, half of them of one organization at most; what waits is refused beyond these. Test runs wait however long. */
const PLACES = { running: { places: 4, perPeer: 2 }, waiting: { places: 24, perPeer: 6 } };
const NO_ORIGIN = 'https://example.com';

export function openAnswering(
  { knowledge, models, simulated }: Answerers,
  clock: { readonly now: () => number },
  log: Pick<Logger, 'warn'>,
): Answering {
  const queue = new FairQueue(clock, PLACES);
  const answer = async (question: SimulatedQuestion, given: AbortSignal): Promise<Simulation> => {
    const deadline = AbortSignal.timeout(DEADLINE_MS);
    const signal = AbortSignal.any([given, deadline]);
    try {
      // The articles are asked in turn with visitors' questions: a wait for them can't be aborted, so it is left.
      const found = await endedBy(
        signal,
        simulate({ knowledge: knowledge.source, choose: simulated }, settingsOf(question), question.history, signal),
      );
      return found ? { ok: true, answer: shown(found) } : { ok: false, problem: 'late' };
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'a question to an AI agent could not be answered');
      return { ok: false, problem: 'failed' };
    }
  };
  return {
    models: models.names,
    async ask(question, signal) {
      const share = { inbox: question.orgId, address: null, peer: question.orgId };
      const place = question.isOfRun ? await queue.enterOrHold(share) : await queue.enter(share);
      if (typeof place === 'string') return { ok: false, problem: 'busy' };
      try {
        return signal.aborted ? { ok: false, problem: 'late' } : await answer(question, signal);
      } finally {
        place();
      }
    },
  };
}

/** Null as soon as `signal` is aborted. */
function endedBy<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = (): void => resolve(null);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end));
}

type Settings = NonNullable<ReturnType<InboxDirectory['get']>>;

/** The settings of an inbox that has this agent. */
function settingsOf({ agent, base, business, people, origins }: SimulatedQuestion): Settings {
  const { name, title, instructions, answerParts, linkHosts, budget, tools, model, handoff } = agent;
  const allowedOrigins = origins.length > 0 ? [...origins] : [NO_ORIGIN];
  return {
    ...inboxFileSchema.parse({ name: business, allowedOrigins }),
    ...{ id: base, knowledgeBase: base, managedBy: 'console', state: 'draft' },
    aiAgent: { id: base, version: 1, model, handoff },
    agentName: name,
    agentTitle: title,
    ...{ instructions, answerParts, linkHosts, budget, tools },
    people: people ? { hours: null, opening: null } : null,
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof simulate>>>;

function shown({ text, outcome: certainty, citations, person, passages }: Found): SimulatedAnswer {
  return {
    ...{ text, certainty, citations },
    outcome: outcomeOf(certainty, person),
    passages: passages.map(({ documentId, title, heading, url, text: passage, coverage }) => ({
      ...{ documentId, title, heading, url, coverage },
      text: passage,
    })),
  };
}

/** An answer that is followed by a person is one all the same. One that isn't sure of itself counts as none: it says so to the visitor. A person who is offered beside "I don't know" is no hand-over. */
function outcomeOf(certainty: Found['outcome'], person: Found['person']): SimulatedAnswer['outcome'] {
  if (person === 'handed-over') return certainty === 'answered' ? 'answered' : 'person';
  if (certainty === 'unknown' || certainty === 'near') return 'refused';
  return person === 'offered' ? 'person' : 'answered';
}
