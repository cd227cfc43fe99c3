/** Questions that a model answered from no article are noted for the team, like those of the articles alone. */
import { expect, it } from 'vitest';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import type { StepEvent } from '../../dist/model/model.js';
import { ModelProblem } from '../../dist/model/model-problem.js';
import { createTurnAnswerer } from '../../dist/turn/turn-answerer.js';
import { knowing, PASSAGE } from '../model/model-backends.js';

const UNKNOWN = 'I don’t know that and would rather not guess.';

async function noted(
  text: string,
  answer: string | ModelProblem,
  { coverage = 0, answersFromPassages = true, more = {} } = {},
): Promise<readonly string[]> {
  const notes: string[] = [];
  const answerer = createTurnAnswerer({
    model: {
      answersFromPassages,
      async *step(): AsyncGenerator<StepEvent> {
        if (answer instanceof ModelProblem) throw answer;
        yield { kind: 'text', text: answer };
        yield { kind: 'end', reason: 'stop', tokens: null };
      },
    },
    knowledge: knowing({ ...PASSAGE, coverage }),
    tools: {
      offered: async () => ({ tools: [], instructions: null }),
      call: async () => [],
    },
    ledger: {
      tokensUsed: async () => new Map(),
      addTokensUsed: async () => undefined,
      isKnownContact: async () => true,
    },
    addressName: (address) => address,
    inboxes: inboxesOf({ id: 'demo' }),
    now: Date.now,
    unanswered: {
      note: async (inbox, conversation, question) => void notes.push(`${inbox} ${conversation} ${question}`),
    },
  });
  const question = {
    ...{ inbox: 'demo', conversation: 'cnv_1', contact: 'ctc_1', text, history: [], ...more },
    job: { run: 'run_1', attempt: 1, checkpoint: null, saveCheckpoint: async () => true },
  };
  for await (const _piece of answerer.answer(question, new AbortController().signal));
  return notes;
}

it('a question that the articles don’t answer is noted with its conversation', async () => {
  expect(await noted('Do you sell kayaks?', UNKNOWN)).toEqual(['demo cnv_1 Do you sell kayaks?']);
  expect(await noted('Do you sell kayaks?', UNKNOWN, { coverage: 0.4 })).toHaveLength(1);
});

it.each([
  ['was answered from an article', 'How long can I return it?', 'Within 30 days [1].', { coverage: 0.9 }],
  ['was answered from an article that is near', 'How long can I return it?', 'Within 30 days [1].', { coverage: 0.4 }],
  ['is a greeting', 'Hello', 'Hello! What can I do?', {}],
  ['is asked back', 'Is it open?', 'Which of our shops do you mean?', {}],
  ['met a provider that failed', 'Do you sell kayaks?', new ModelProblem('key', 401), {}],
  ['went to an agent with knowledge of its own', 'Do you sell kayaks?', UNKNOWN, { answersFromPassages: false }],
  [
    'is the answer to a form',
    'Name: Kim Lie',
    UNKNOWN,
    { more: { filled: { type: 'form-answer', form: 1, title: 'Contact', answers: [] } } },
  ],
] as const)('one that %s is not', async (_what, text, answer, over) => {
  expect(await noted(text, answer, over)).toEqual([]);
});
