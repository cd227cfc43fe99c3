/**
 * Answers with a model: looks up what the inbox knows, lets the model speak and call, has the calls carried out, and goes
 * on until it only speaks. What was said and asked for is kept before anything is done, so that whoever takes over after
 * a crash asks for nothing twice.
 *
 * Whatever the model does, the visitor gets an end: an answer, or words of ours and the way to a person.
 */
import { type AnswerOutcome, type Citation, MESSAGE_LIMITS, type Part } from '@service/protocol';
import { partSchema } from '@service/protocol/schema';
import {
  type Answerer,
  type AnswerPiece,
  agentNameIn,
  type CallingTurn,
  type ClientToolCalls,
  earlierQuestions,
  type InboxDirectory,
  type InboxSettings,
  type OfferedTool,
  type PageOffer,
  type Question,
  type ToolCall,
  type ToolResult,
} from '@service/realtime-server/ports';
import { NEAR, verdict } from '../knowledge/answer/confidence.js';
import type { KnowledgeSource, Passage } from '../knowledge-source.js';
import { type Messages, messagesFor } from '../messages/messages.js';
import type { Brief, Model, Step, StepEvent } from '../model/model.js';
import { ModelProblem } from '../model/model-problem.js';
import { partToText } from '../part-to-text.js';
import { withFiles } from '../text-with-files.js';
import { charge, estimatedTokens, type Ledger, spentScope } from './budget.js';
import {
  type CheckpointStep,
  callId,
  dialogueOf,
  parseCheckpoint,
  serializeCheckpoint,
  type TurnCheckpoint,
} from './dialogue/checkpoint.js';
import { INTERRUPTED_CALL, repairTranscript } from './dialogue/repair-transcript.js';
import { transcriptOf } from './dialogue/transcript.js';
import { TURN_LIMITS } from './limits.js';
import { type Answered, offersPerson, outcomeOf } from './outcome.js';
import { answerText } from './output/answer-text.js';
import { type LinkPolicy, linkPolicy } from './output/link-policy.js';
import { byPolicy, oneTooMany } from './output/shown-parts.js';
import { isOurs, notShown, OFFER_PERSON, offered, partIn, partToolsFor, shown } from './own-tools.js';
import { readArguments, refusalOf, type SettledCall } from './refusal.js';

export interface TurnParts {
  readonly model: Model;
  readonly knowledge: KnowledgeSource;
  readonly tools: ClientToolCalls;
  readonly ledger: Ledger;
  readonly inboxes: InboxDirectory;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function createTurnAnswerer(parts: TurnParts): Answerer {
  return {
    authorName: (inbox) => agentNameIn(parts.inboxes, inbox),
    answer: (question, signal) => new ModelTurn(parts, question, signal).answer(),
  };
}

/** Why the model's own words ended, and what of ours is to be said after them. */
interface End {
  readonly note: string;
  /** Null when the answer's text decides. */
  readonly outcome: AnswerOutcome | null;
  readonly offerPerson: boolean;
}

class ModelTurn {
  private readonly inbox: InboxSettings | null;
  private readonly people: boolean;
  private readonly calling: CallingTurn;
  private readonly words: Messages;
  private kept: TurnCheckpoint = { passages: [], cited: [], sources: [], person: false, steps: [] };
  private page: PageOffer = { tools: [], instructions: null };
  /** Everything that was shown. */
  private shown = '';

  constructor(
    private readonly parts: TurnParts,
    private readonly question: Question,
    private readonly signal: AbortSignal,
  ) {
    const { inbox, conversation, job: turn } = question;
    this.inbox = parts.inboxes.get(inbox);
    this.people = (this.inbox?.people ?? null) !== null;
    this.words = messagesFor(question);
    this.calling = {
      inbox,
      conversation,
      run: turn.run,
      get attempt() {
        return turn.attempt;
      },
    };
  }

  async *answer(): AsyncGenerator<AnswerPiece> {
    const before = parseCheckpoint(this.question.job.checkpoint);
    if (before) this.kept = before;
    else {
      const scope = await this.budgetSpent();
      if (scope)
        return yield* this.end({ note: this.words.spent(scope, this.people), outcome: 'unknown', offerPerson: true });
      this.kept = { ...this.kept, passages: await this.lookUp() };
    }
    for (const { shown } of this.kept.steps) yield* this.show(shown);
    const end = yield* this.steps();
    if (end) yield* this.end(end);
  }

  /** Null when the answer was cut off. */
  private async *steps(): AsyncGenerator<AnswerPiece, End | null> {
    // An earlier attempt, in a process that is gone, may have begun them.
    let begun = this.kept.steps.length > 0;
    for (;;) {
      const last = this.kept.steps.at(-1);
      if (last && last.calls.length > 0 && !last.results) {
        const results = await this.carryOut(last.calls, begun);
        if (!results || !(await this.keep({ ...last, results }))) return null;
      }
      begun = false;
      if (this.kept.steps.length >= TURN_LIMITS.steps) return this.failed(this.words.tooMany(this.people));
      this.page = await this.parts.tools.offered(this.question.conversation);
      if (this.signal.aborted) return null;
      const end = yield* this.step();
      if (end !== 'called') return end;
    }
  }

  /** One step of the model. Its calls are kept, and not yet carried out. */
  private async *step(): AsyncGenerator<AnswerPiece, End | null | 'called'> {
    const tools = this.offeredNow();
    const mayCall = this.kept.steps.length < TURN_LIMITS.steps - 1;
    const text = this.textOfStep();
    const calls: Extract<StepEvent, { kind: 'call' }>[] = [];
    const before = this.shown;
    let said = '';
    let end: Extract<StepEvent, { kind: 'end' }> | null = null;
    const step: Step = { turn: this.calling, brief: this.brief(), dialogue: this.dialogue(), tools, mayCall };
    try {
      for await (const event of this.parts.model.step(step, this.signal)) {
        if (this.signal.aborted) return null;
        if (event.kind === 'text') {
          said += event.text;
          yield* this.show(text.add(event.text), before);
          if (this.full) break;
        } else if (event.kind === 'call') calls.push(event);
        else if (event.kind === 'source') this.kept = { ...this.kept, sources: [...this.kept.sources, event.citation] };
        else if (event.kind === 'part') yield* this.show(text.add(this.wordsInPlaceOf(event.part)), before);
        else if (event.kind === 'person') this.kept = { ...this.kept, person: true };
        else end = event;
      }
    } catch (error) {
      if (this.signal.aborted) return null;
      if (!(error instanceof ModelProblem)) throw error;
      yield* this.show(text.end().trimEnd(), before);
      return this.failed(this.shown === '' ? this.words.down(this.people) : this.words.brokeOff(this.people));
    } finally {
      await this.pay(step, said, calls, end);
    }
    if (this.signal.aborted) return null;
    yield* this.show(text.end().trimEnd(), before);
    this.kept = { ...this.kept, cited: text.cited };
    if (this.full) return { note: this.words.tooLong, outcome: null, offerPerson: false };
    if (end?.reason === 'refused') return this.failed(this.words.refused(this.people));
    if (calls.length === 0 || !mayCall) return this.ended(end);

    const number = this.kept.steps.length;
    const minted = calls.map(({ name, args, carried }, at) => ({
      call: { id: callId(this.question.job.run, number, at), name, args: readArguments(args) },
      carried,
    }));
    const kept = await this.keep({
      said,
      shown: this.shown.slice(before.length),
      calls: minted.map(({ call }) => call),
      results: null,
      carried: Object.fromEntries(
        minted.flatMap(({ call, carried }) => (carried === undefined ? [] : [[call.id, carried]])),
      ),
    });
    return kept ? 'called' : null;
  }

  private ended(end: Extract<StepEvent, { kind: 'end' }> | null): End {
    if (this.shown.trim() === '' && this.shownParts.length === 0) return this.failed(this.words.empty(this.people));
    if (end?.reason === 'length') return { note: this.words.tooLong, outcome: null, offerPerson: false };
    return { note: '', outcome: null, offerPerson: false };
  }

  private failed(note: string): End {
    return { note, outcome: 'unknown', offerPerson: true };
  }

  private async *end({ note, outcome, offerPerson }: End): AsyncGenerator<AnswerPiece> {
    if (note !== '') yield* this.show(note, this.shown);
    const answered = this.answered();
    const judged = outcome ?? outcomeOf(answered);
    yield {
      kind: 'done',
      outcome: judged,
      citations: this.citations(),
      offerPerson: this.people && (offerPerson || offersPerson(answered, judged, this.question.history)),
      // Under words of ours that say what went wrong they would stand for nothing.
      ...(outcome === null && this.shownParts.length > 0 && { parts: this.shownParts }),
    };
  }

  private answered(): Answered {
    const results = this.settled().filter(({ call }) => !isOurs(call.name));
    return {
      question: this.question.text,
      text: this.shown,
      verdict: this.verdict,
      cited: this.kept.cited.length > 0 || this.kept.sources.length > 0,
      foundOut: results.some(({ result }) => result.ok),
      failures: results.filter(({ result }) => !result.ok).length,
      personWanted: this.kept.person || this.settled().some(({ call }) => call.name === OFFER_PERSON.name),
      asksBack: this.shownParts.some(({ type }) => type !== 'card'),
    };
  }

  /**
   * Settles every call; null when the answer was cut off meanwhile. `begun`: they may be under way, or done, also when no page
   * offers them at this moment; whoever carries them out knows.
   */
  private async carryOut(calls: readonly ToolCall[], begun: boolean): Promise<readonly ToolResult[] | null> {
    this.page = await this.parts.tools.offered(this.question.conversation);
    const known = [...this.offeredNow(), ...(begun ? calls.filter(({ name }) => !isOurs(name)) : [])];
    const before = [...this.settled()];
    const results = new Map<string, ToolResult>();
    const forPage: ToolCall[] = [];
    for (const call of calls) {
      const error = refusalOf(call, known, before);
      const own: ToolResult | null = error
        ? { id: call.id, ok: false, error }
        : call.name === OFFER_PERSON.name
          ? offered(call.id)
          : this.put(call);
      if (own) results.set(call.id, own);
      else forPage.push(call);
      before.push({ call, result: own ?? { id: call.id, ok: true, value: null } });
    }
    if (forPage.length > 0) {
      const settled = await unlessAborted(this.signal, this.parts.tools.call(this.calling, forPage, this.signal));
      if (!settled) return null;
      for (const result of settled) results.set(result.id, result);
    }
    return calls.map(({ id }) => results.get(id) ?? { id, ok: false, error: INTERRUPTED_CALL });
  }

  private get shownParts(): readonly Part[] {
    return this.kept.parts ?? [];
  }

  /** Null when the call asks for nothing of that kind. */
  private put(call: ToolCall): ToolResult | null {
    const asked = partIn(call);
    if (!asked) return null;
    const wrong = 'wrong' in asked ? asked.wrong : this.putPart(asked.part);
    return wrong === null ? shown(call.id) : notShown(call.id, wrong);
  }

  /** Why it can't stand under the answer; null: it does. */
  private putPart(part: Part): string | null {
    const clean = byPolicy(part, this.links());
    const wrong = oneTooMany(this.shownParts, clean);
    if (wrong === null) this.kept = { ...this.kept, parts: [...this.shownParts, clean] };
    return wrong;
  }

  /** What an agent shows without waiting for an answer: one that can't stand there is said in words. */
  private wordsInPlaceOf(given: unknown): string {
    const part = partSchema.safeParse(given);
    if (part.success && this.putPart(part.data) === null) return '';
    const words = partToText(given);
    return words === '' ? '' : `\n\n${words}\n\n`;
  }

  /** Keeps the step, in place of the same step without results. False when another attempt holds the duty. */
  private keep(step: CheckpointStep): Promise<boolean> {
    const { steps } = this.kept;
    const known = step.results ? steps.slice(0, -1) : steps;
    this.kept = { ...this.kept, steps: [...known, step] };
    return this.question.job.saveCheckpoint(serializeCheckpoint(this.kept));
  }

  /** Steps are paragraphs: `before` is what was shown when this one began. */
  private *show(text: string, before = this.shown): Generator<AnswerPiece> {
    const begins = this.shown === before;
    const clean = begins ? text.trimStart() : text;
    if (clean === '') return;
    const said = `${begins ? gapAfter(before) : ''}${clean}`;
    const whole = capped(said, MESSAGE_LIMITS.answerLength - this.shown.length);
    this.shown += whole;
    if (whole !== '') yield { kind: 'text', text: whole };
  }

  private get full(): boolean {
    return this.shown.length > MESSAGE_LIMITS.answerLength - TURN_LIMITS.reserve - 1_000;
  }

  private offeredNow(): readonly OfferedTool[] {
    const page = this.page.tools
      .filter(({ name }) => !isOurs(name))
      .map((tool) => ({ ...tool, description: tool.description.slice(0, TURN_LIMITS.descriptionLength) }));
    const ours = partToolsFor(this.inbox?.answerParts ?? []);
    return this.people && this.parts.model.answersFromPassages ? [...page, ...ours, OFFER_PERSON] : [...page, ...ours];
  }

  private textOfStep() {
    const { passages, cited } = this.kept;
    const supplied = (number: number): boolean => number >= 1 && number <= passages.length;
    return answerText(this.parts.model.answersFromPassages ? supplied : null, this.links(), cited);
  }

  private links(): LinkPolicy {
    const own = this.kept.passages.flatMap(({ text, url }) => [text, url ?? '']);
    return linkPolicy(
      [...own, this.inbox?.instructions ?? ''],
      this.inbox?.allowedOrigins ?? [],
      this.parts.model.answersFromPassages ? (this.inbox?.linkHosts ?? []) : null,
    );
  }

  private brief(): Brief {
    return {
      business: this.inbox?.name ?? '',
      agentName: agentNameIn(this.parts.inboxes, this.question.inbox),
      instructions: this.inbox?.instructions ?? null,
      people: this.people,
      verdict: this.verdict,
      passages: this.kept.passages,
      page: this.page,
    };
  }

  private dialogue() {
    const { history, text, files } = this.question;
    return repairTranscript([
      ...transcriptOf(history, this.question.job.run),
      { by: 'visitor', text: withFiles(text, files) },
      ...dialogueOf(this.kept.steps),
    ]);
  }

  private settled(): readonly SettledCall[] {
    return this.kept.steps.flatMap(({ calls, results }) =>
      (results ?? []).map((result, at) => ({ call: calls[at] as ToolCall, result })),
    );
  }

  private get verdict() {
    return verdict(this.kept.passages[0]?.coverage ?? 0);
  }

  private citations(): readonly Citation[] {
    const { passages, cited, sources } = this.kept;
    const own = cited.map((number, at): Citation => {
      const { documentId, title, url, text } = passages[number - 1] as Passage;
      const quote = capped(text, TURN_LIMITS.quoteLength);
      return { number: at + 1, documentId, title, ...(url && { url }), quote };
    });
    return [...own, ...sources].slice(0, TURN_LIMITS.citations);
  }

  private async lookUp(): Promise<readonly Passage[]> {
    if (!this.parts.model.answersFromPassages) return [];
    const { inbox, text } = this.question;
    const found = await this.parts.knowledge.search({
      inbox,
      text,
      before: earlierQuestions(this.question),
      limit: TURN_LIMITS.passages,
    });
    return found
      .filter(({ coverage }) => coverage >= NEAR)
      .map((each) => ({ ...each, text: capped(each.text, TURN_LIMITS.passageLength) }));
  }

  private budgetSpent() {
    const { ledger, now } = this.parts;
    return this.inbox ? spentScope(ledger, this.inbox.budget, this.question, now()) : null;
  }

  /** Counts what a step cost, also of one that was cut off: the provider bills it all the same. */
  private async pay(
    step: Step,
    said: string,
    calls: readonly { readonly args: string }[],
    end: Extract<StepEvent, { kind: 'end' }> | null,
  ): Promise<void> {
    const estimate = (): number =>
      estimatedTokens(
        JSON.stringify(step.brief),
        JSON.stringify(step.dialogue),
        said,
        ...calls.map(({ args }) => args),
      );
    await charge(this.parts.ledger, this.question, this.parts.now(), end?.tokens ?? estimate());
  }
}

/** What `work` gives, or null as soon as the answer is cut off: whatever it still does then, nobody waits for it. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cutOff = (): void => resolve(null);
    signal.addEventListener('abort', cutOff, { once: true });
    if (signal.aborted) cutOff();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cutOff));
  });
}

/** What makes a new paragraph of what follows. */
function gapAfter(text: string): string {
  if (text === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}

/** The beginning of a text that is too long, never with half a character at its end. */
function capped(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
