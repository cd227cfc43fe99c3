/**
 * Answers with a model: searches the inbox's articles, runs the model step by step, settles its calls, and repeats until
 * the model only writes. Each step is saved before its calls are made, so an attempt after a crash makes no call twice.
 *
 * Every question gets an end: the model's answer, or a message of ours and the offer of a person.
 */
import { truncate } from '@service/protocol';
import {
  type Answerer,
  type AnswerPiece,
  agentNameIn,
  earlierQuestions,
  type Question,
} from '@service/realtime-server/ports';
import { NEAR } from '../knowledge/answer/confidence.js';
import type { Passage } from '../knowledge-source.js';
import { exhaustedScope } from './budget.js';
import { settleCalls } from './calls/settle-calls.js';
import { parseCheckpoint } from './dialogue/checkpoint.js';
import { failed, finishTurn, type TurnEnd } from './finish.js';
import { TURN_LIMITS } from './limits.js';
import { takeStep } from './model-step.js';
import { Turn, type TurnDeps } from './turn.js';

export function createTurnAnswerer(deps: TurnDeps): Answerer {
  return {
    authorName: (inbox) => agentNameIn(deps.inboxes, inbox),
    answer: (question, signal) => answer(new Turn(deps, question, signal)),
  };
}

async function* answer(turn: Turn): AsyncGenerator<AnswerPiece> {
  const saved = parseCheckpoint(turn.question.job.checkpoint);
  if (saved) turn.checkpoint = saved;
  else {
    const { deps, inbox, question } = turn;
    const scope = inbox && (await exhaustedScope(deps, inbox.budget, question, deps.now()));
    if (scope) return yield* finishTurn(turn, failed(turn.messages.spent(scope, turn.people)));
    turn.update({ passages: await findPassages(deps, question) });
  }
  for (const { shown } of turn.checkpoint.steps) yield* turn.show(shown);
  const end = yield* takeSteps(turn);
  if (end) yield* finishTurn(turn, end);
}

/** Null when the answer was cut off. */
async function* takeSteps(turn: Turn): AsyncGenerator<AnswerPiece, TurnEnd | null> {
  // An earlier attempt, in a process that is gone, may have made the last step's calls.
  let mayHaveBegun = turn.checkpoint.steps.length > 0;
  for (;;) {
    const last = turn.checkpoint.steps.at(-1);
    if (last && last.calls.length > 0 && !last.results) {
      const results = await settleCalls(turn, last.calls, mayHaveBegun);
      if (!results || !(await turn.saveStep({ ...last, results }))) return null;
    }
    mayHaveBegun = false;
    if (turn.checkpoint.steps.length >= TURN_LIMITS.steps) return failed(turn.messages.tooMany(turn.people));
    await turn.readPage();
    if (turn.signal.aborted) return null;
    const end = yield* takeStep(turn);
    if (end !== 'called') return end;
  }
}

async function findPassages({ model, knowledge, inboxes }: TurnDeps, question: Question): Promise<readonly Passage[]> {
  if (!model.answersFromPassages) return [];
  const { inbox, text } = question;
  const found = await knowledge.search({
    inbox: inboxes.get(inbox)?.knowledgeBase ?? inbox,
    text,
    before: earlierQuestions(question),
    limit: TURN_LIMITS.passages,
  });
  return found
    .filter(({ coverage }) => coverage >= NEAR)
    .map((each) => ({ ...each, text: truncate(each.text, TURN_LIMITS.passageLength) }));
}
