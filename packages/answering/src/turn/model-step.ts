/** One step of the model: shows its text while it is written and saves its calls before any is made. */
import { isBlank } from '@service/protocol';
import { partSchema } from '@service/protocol/schema';
import type { AnswerPiece } from '@service/realtime-server/ports';
import type { Step, StepEvent } from '../model/model.js';
import { ModelProblem } from '../model/model-problem.js';
import { partToText } from '../part-to-text.js';
import { accountOf, estimatedTokens } from './budget.js';
import { readArguments } from './calls/refusal.js';
import { callId } from './dialogue/checkpoint.js';
import { visibleDialogue, visibleTexts } from './dialogue/visible-texts.js';
import { answeredWith, failed, type TurnEnd } from './finish.js';
import { TURN_LIMITS } from './limits.js';
import { type AnswerText, answerText } from './output/answer-text.js';
import type { Turn } from './turn.js';

type CallEvent = Extract<StepEvent, { kind: 'call' }>;
type EndEvent = Extract<StepEvent, { kind: 'end' }>;

/** Filled while the model writes. */
interface StepOutput {
  /** As the model wrote it. */
  written: string;
  readonly calls: CallEvent[];
  end: EndEvent | null;
  /** All of it, also what isn't shown. */
  size: number;
}

/** At least, so that events without a text count too. */
const SIZES = { text: 10, working: 10, call: 10_000, source: 1_000, part: 1_000, person: 1_000, end: 0 } as const;

function sizeOf(event: StepEvent): number {
  const size = SIZES[event.kind];
  if (event.kind === 'text') return size + event.text.length;
  if (event.kind === 'call') return size + event.args.length;
  return event.kind === 'working' ? size + event.size : size;
}

/** Null when the answer was cut off. */
export async function* takeStep(turn: Turn): AsyncGenerator<AnswerPiece, TurnEnd | null | 'called'> {
  const { messages, signal, people } = turn;
  const mayCall = turn.checkpoint.steps.length < TURN_LIMITS.steps - 1;
  const text = textOfStep(turn);
  const before = turn.shown;
  const output: StepOutput = { written: '', calls: [], end: null, size: 0 };
  const step: Step = {
    turn: turn.calling,
    brief: visibleTexts(turn.brief()),
    dialogue: visibleDialogue(turn.dialogue()),
    tools: turn.offeredTools(),
    mayCall,
  };
  const estimated = estimatedTokens(JSON.stringify(step.brief), JSON.stringify(step.dialogue));
  const account = await accountOf(turn.deps, turn.question, turn.deps.now());
  await account.count(estimated);
  try {
    yield* readEvents(turn, step, text, output);
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ModelProblem)) throw error;
    yield* turn.show(text.end().trimEnd(), before);
    return failed(turn.shown === '' ? messages.down(people) : messages.brokeOff(people));
  } finally {
    await account.count(tokensOf(output, estimated) - estimated);
  }
  if (signal.aborted) return null;
  yield* turn.show(text.end().trimEnd(), before);
  turn.update({ cited: text.cited });
  if (turn.isFull) return answeredWith(messages.tooLong);
  if (output.size > TURN_LIMITS.stepSize)
    return failed(turn.shown === '' ? messages.empty(people) : messages.brokeOff(people));
  if (output.end?.reason === 'refused') return failed(messages.refused(people));
  if (output.calls.length === 0 || !mayCall) return endOf(turn, output.end);
  return (await saveCalls(turn, output, turn.shown.slice(before.length))) ? 'called' : null;
}

async function* readEvents(turn: Turn, step: Step, text: AnswerText, output: StepOutput): AsyncGenerator<AnswerPiece> {
  const before = turn.shown;
  for await (const event of turn.deps.model.step(step, turn.signal)) {
    if (turn.signal.aborted) return;
    output.size += sizeOf(event);
    if (output.size > TURN_LIMITS.stepSize) return;
    switch (event.kind) {
      case 'text':
        output.written += event.text;
        yield* turn.show(text.add(event.text), before);
        if (turn.isFull) return;
        break;
      case 'call':
        output.calls.push(event);
        break;
      case 'source':
        turn.update({ sources: [...turn.checkpoint.sources, event.citation] });
        break;
      case 'part':
        yield* turn.show(text.add(textInPlaceOf(turn, event.part)), before);
        break;
      case 'person':
        turn.update({ person: true });
        break;
      case 'end':
        output.end = event;
    }
  }
}

function textOfStep(turn: Turn): AnswerText {
  const { passages, cited } = turn.checkpoint;
  const supplied = (number: number): boolean => number >= 1 && number <= passages.length;
  return answerText(turn.deps.model.answersFromPassages ? supplied : null, turn.links(), cited);
}

/** Adds the part an agent sends without waiting for an answer. Returns its text when it can't be shown. */
function textInPlaceOf(turn: Turn, given: unknown): string {
  const part = partSchema.safeParse(given);
  if (part.success && turn.addPart(part.data) === null) return '';
  const text = partToText(given);
  return text === '' ? '' : `\n\n${text}\n\n`;
}

function endOf({ shown, parts, messages, people }: Turn, end: EndEvent | null): TurnEnd {
  if (isBlank(shown) && parts.length === 0) return failed(messages.empty(people));
  return answeredWith(end?.reason === 'length' ? messages.tooLong : '');
}

/** False when another attempt has the job. */
function saveCalls(turn: Turn, { written, calls }: StepOutput, shown: string): Promise<boolean> {
  const number = turn.checkpoint.steps.length;
  const identified = calls.map(({ name, args, carried }, at) => ({
    call: { id: callId(turn.question.job.run, number, at), name, args: readArguments(args) },
    carried,
  }));
  return turn.saveStep({
    text: written,
    shown,
    calls: identified.map(({ call }) => call),
    results: null,
    carried: Object.fromEntries(
      identified.flatMap(({ call, carried }) => (carried === undefined ? [] : [[call.id, carried]])),
    ),
  });
}

/** The tokens of the step, also of one that was cut off: the provider bills it too. `estimated`: those of what the model was sent. */
function tokensOf({ written, calls, end }: StepOutput, estimated: number): number {
  return end?.tokens ?? estimated + estimatedTokens(written, ...calls.map(({ args }) => args));
}
