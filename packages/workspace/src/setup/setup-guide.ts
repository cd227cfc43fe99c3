/** The guide for an AI agent that sets an organization up for its owner: what to ask, in which order, and which procedure each answer goes to. */
import { type Checklist, nextStep, type Step } from '../organizations/onboarding.js';

interface GuideStep {
  readonly step: Step;
  readonly title: string;
  readonly ask: readonly string[];
  readonly next: string;
}

const GUIDE: readonly GuideStep[] = [
  {
    step: 'business',
    title: 'The business',
    ask: [
      'What is it called, and what is its website?',
      'What does it sell or do, in two sentences?',
      'Which tone: friendly, neutral or formal?',
    ],
    next: 'Look at the website with `website.inspect` and offer what it finds. Send the answers with `onboarding.setBusiness`.',
  },
  {
    step: 'knowledge',
    title: 'What customers ask, and what the answers are',
    ask: [
      'Which pages of the website hold answers: help, shipping, returns, prices?',
      'Are there files, or questions that come again and again?',
    ],
    next: 'Add each source with `knowledge.create`. Reading takes a while: read `knowledge.get` until its state is `ready`, and show the owner what was skipped or failed, with the reason.',
  },
  {
    step: 'agent',
    title: 'Who answers',
    ask: [
      'What is the assistant called?',
      'What must it never promise, and what must it always ask first?',
      'When it doesn’t know: offer a person, or pass the customer on by itself?',
    ],
    next: 'Make it with `aiAgents.create`, and give it the sources. It is a draft: visitors see nothing of it.',
  },
  {
    step: 'tests',
    title: 'Tests',
    ask: ['Which ten questions do customers ask most?', 'Which questions must it not answer?'],
    next: 'Run them with `aiAgents.runTests`, wait until `onboarding.getStatus` has the run as `lastTestRun`, and show the owner what failed; `aiAgents.getTestRun` has each answer with its article, where you may read it. What the owner agrees to belongs into the agent’s `tests`. Publishing is for a person, or needs its own permission: `aiAgents.publish`.',
  },
  {
    step: 'look',
    title: 'The look',
    ask: ['Which colour, and which greeting?'],
    next: 'Make the inbox with `inboxes.create`; the addresses of the website are its `allowedOrigins`. It is a draft; with `live` visitors see it at once, so ask first. `inboxes.checkTheme` says which colours were moved so that texts can be read.',
  },
  {
    step: 'install',
    title: 'On the website',
    ask: ['Who can change the website, and with which system is it made?'],
    next: 'Hand over the text of `inboxes.embedCode`. `onboarding.getStatus` shows when the first page has shown the chat.',
  },
  {
    step: 'team',
    title: 'The team',
    ask: ['Who answers when the assistant can’t, and when?'],
    next: 'Members are invited by a person, in the console.',
  },
];

/** Markdown. `checklist`: what is ticked off already is not asked again. */
export function setupGuide(name: string, checklist: Checklist): string {
  const next = nextStep(checklist);
  const steps = GUIDE.map(({ step, title, ask, next: deed }, at) => {
    const state = checklist[step] === 'pending' ? '' : ` (${checklist[step]})`;
    const questions = ask.map((question) => `- ${question}`).join('\n');
    return `## ${at + 1}. ${title}${state}\n\nAsk:\n${questions}\n\n${deed}`;
  });
  return `# Setting up ${name}

Go through the steps in this order, one at a time. Ask what you don’t know, never guess. Visitors see nothing of what you make before an inbox is live, and are answered by an AI agent once a version of it is published.

- Before you ask, read \`onboarding.getState\` and \`onboarding.getStatus\`: nothing is asked twice.
- After each step, tick it off with \`onboarding.update\`.
- Send an \`idempotencyKey\` with each write, so that a repeated call is carried out once.
- An answer of 403 names what is missing. Say it to the owner; don’t try another way.
- The next step: ${next === null ? 'none, all are done or skipped.' : `\`${next}\`.`}

${steps.join('\n\n')}
`;
}
