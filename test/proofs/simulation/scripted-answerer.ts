/** The answerer of a simulated server. */
import type { Answerer } from '../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type { Lifetime } from './world/world.js';

/** Answers with the question, word by word. Sometimes it fails. */
export function answererOn(lifetime: Lifetime): Answerer {
  const { world } = lifetime;
  return {
    authorName: () => 'Assistant',
    async *answer({ text }, signal) {
      for (const word of ['You ', 'wrote ', text.slice(0, 60)]) {
        // Some answers take longer than a lease lasts.
        await lifetime.wait(world.chance(0.02) ? world.between(5_000, 20_000) : world.between(1, 400));
        if (signal.aborted) return;
        if (world.chance(0.01)) throw new Error('The answerer failed.');
        yield { kind: 'text', text: word };
      }
      yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
    },
  };
}
