/** The steps of a setup in their order, with what is so of each or what to do next. */
import type { Outputs } from '@service/workspace-client';
import type { Page } from '../../../console/address.js';

type Status = Outputs['onboarding.getStatus'];
export type Facts = Status['facts'];

export interface SetupStep {
  readonly step: keyof Status['reached'];
  readonly title: string;
  /** Where it is done; missing: beside the steps. */
  readonly page?: Page;
  text(facts: Facts, isReached: boolean): string;
}

export const SETUP_STEPS: readonly SetupStep[] = [
  {
    step: 'business',
    title: 'The business',
    text: ({ business }) => (business ? 'Its website is known.' : 'Say where its website is.'),
  },
  {
    step: 'knowledge',
    title: 'Knowledge',
    page: 'knowledge',
    text: ({ articles }) =>
      articles > 0 ? `${counted(articles, 'article')} to answer from.` : 'Add a website, files or articles.',
  },
  { step: 'agent', title: 'Who answers', page: 'agents', text: whoAnswers },
  { step: 'tests', title: 'Tests', page: 'agents', text: tests },
  {
    step: 'look',
    title: 'The look',
    page: 'inboxes',
    text: ({ hasOwnLook, inboxes }) => {
      if (hasOwnLook) return `${counted(inboxes, 'inbox', 'inboxes')}, with a look or a greeting of their own.`;
      return inboxes > 0 ? 'Choose colours and a greeting of an inbox.' : 'Create an inbox.';
    },
  },
  {
    step: 'install',
    title: 'On the website',
    page: 'inboxes',
    text: ({ hasVisitors }) =>
      hasVisitors ? 'Visitors have seen the chat.' : 'Paste the code of a live inbox into the pages.',
  },
  {
    step: 'team',
    title: 'The team',
    text: ({ members }) =>
      members > 1 ? `${counted(members, 'person', 'people')} can answer.` : 'Invite those who answer too.',
  },
];

export const doneSteps = ({ reached }: Status): readonly SetupStep[] => SETUP_STEPS.filter(({ step }) => reached[step]);

export const isSetUp = ({ reached }: Status): boolean =>
  Object.values(reached).every((isReached) => isReached === true);

function whoAnswers({ aiAgents, publishedAgents, answeredBy }: Facts, isReached: boolean): string {
  if (publishedAgents > 0) return `${counted(publishedAgents, 'AI agent')} published.`;
  if (aiAgents > 0) return `${counted(aiAgents, 'AI agent')} drafted. Publish one.`;
  if (answeredBy.includes('service')) return 'Your own service answers.';
  if (answeredBy.includes('model') || answeredBy.includes('agent')) return 'The model of the server answers.';
  return isReached ? 'The articles answer, word for word.' : 'Make an AI agent.';
}

function tests({ aiAgents, lastTestRun }: Facts): string {
  if (lastTestRun === null) return aiAgents > 0 ? 'Run the tests of an AI agent.' : 'An AI agent comes first.';
  const { passed, failed, worse } = lastTestRun;
  if (failed === 0 && worse === 0) return `${counted(passed, 'test')} passed.`;
  return worse > 0 ? `${counted(worse, 'answer')} would be lost.` : `${failed} of ${passed + failed} failed.`;
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
