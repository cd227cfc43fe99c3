/** The words of a setup's step fit its mark: a step that is reached says what is so, and asks for nothing. */
import { expect, it } from 'vitest';
import { type Facts, SETUP_STEPS } from '../../src/team/setup/progress/setup-steps.js';

const facts = { aiAgents: 0, publishedAgents: 0, answeredBy: ['articles'], articles: 8 } as unknown as Facts;
const whoAnswers = (isReached: boolean): string | undefined =>
  SETUP_STEPS.find(({ step }) => step === 'agent')?.text(facts, isReached);

it('where the articles of a folder answer, the step is reached and asks for no AI agent', () => {
  expect(whoAnswers(true)).toBe('The articles answer, word for word.');
  expect(whoAnswers(false)).toBe('Make an AI agent.');
});
